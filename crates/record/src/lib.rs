//! What was played: the tree, its editing and undo, and how games are spelled in files.
