//! Completion scripts for shells, as clap writes them.

use std::io;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::command::Tabiya;
use crate::output;

pub fn print(shell: Shell) -> io::Result<()> {
    let mut script = Vec::new();
    generate(shell, &mut Tabiya::command(), "tabiya", &mut script);
    match shell {
        Shell::Zsh => output::print_bytes(by_first_word(&String::from_utf8_lossy(&script)).as_bytes()),
        _ => output::print_bytes(&script),
    }
}

/// In zsh the first word after `tabiya` is a command or a file, but clap takes it for a file and looks for the command in the
/// second word.
fn by_first_word(script: &str) -> String {
    script
        .replacen("'::files -- Files to open:_files' \\\n", "", 1)
        .replacen("\":: :_tabiya_commands\"", "\"::command:{ _tabiya_commands; _files }\"", 1)
        .replace("$line[2]", "$line[1]")
        .replacen("case $line[1] in\n", "case $line[1] in\n(*.*)\n_files && ret=0\n;;\n", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zsh_takes_the_first_word_for_a_command_or_a_file() {
        let mut script = Vec::new();
        generate(Shell::Zsh, &mut Tabiya::command(), "tabiya", &mut script);
        let script = by_first_word(&String::from_utf8(script).unwrap());
        assert!(!script.contains("$line[2]") && !script.contains("Files to open"), "{script}");
        assert!(script.contains("{ _tabiya_commands; _files }") && script.contains("(*.*)\n_files"));
    }
}
