//! What it looks like: positions and trees as layered pictures, and which point a pixel belongs to.
