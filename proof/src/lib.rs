//! What the proofs under `tests/` share: finding engines, browsers and the folder of real files.
