//! One program for all targets: `FUZZ_TARGET` names the one to run. Built and run by `cargo xtask fuzz`.
#![no_main]
#![allow(clippy::expect_used, reason = "without a target there is nothing to do")]

use std::env;
use std::sync::LazyLock;

use fuzz::Target;
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").expect("FUZZ_TARGET is set by `cargo xtask fuzz`");
    Target::named(&name).expect("FUZZ_TARGET names a target")
});

fuzz_target!(|bytes: &[u8]| (TARGET.check)(bytes));
