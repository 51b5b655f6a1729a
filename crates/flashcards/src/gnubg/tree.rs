//! As much of SGF as gnubg writes: games one after another, each a line of nodes with properties.

pub struct Node<'a> {
    pub line: usize,
    properties: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Node<'a> {
    pub fn values(&self, name: &str) -> &[&'a str] {
        self.properties.iter().find(|(known, _)| *known == name).map_or(&[], |(_, values)| values)
    }

    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.values(name).first().copied()
    }
}

/// The main line of every game in the file.
pub fn games(text: &str) -> Vec<Vec<Node<'_>>> {
    let mut games: Vec<Vec<Node<'_>>> = Vec::new();
    let (mut depth, mut line, mut side_line_from) = (0usize, 1, None);
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let mut used = next.len_utf8();
        let skipping = side_line_from.is_some();
        match next {
            '(' => {
                depth += 1;
                if depth == 1 {
                    games.push(Vec::new());
                    side_line_from = None;
                }
            }
            ')' => {
                depth = depth.saturating_sub(1);
                side_line_from = side_line_from.or(Some(depth)).filter(|_| depth > 0);
            }
            ';' if !skipping => {
                let (node, length) = read_node(&rest[1..], line);
                used += length;
                if let Some(game) = games.last_mut() {
                    game.push(node);
                }
            }
            _ => {}
        }
        line += rest[..used].matches('\n').count();
        rest = &rest[used..];
    }
    games
}

/// Properties up to the next node or bracket of the tree, and how many bytes they took.
fn read_node(text: &str, line: usize) -> (Node<'_>, usize) {
    let mut properties: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let blank = rest.len() - rest.trim_start().len();
        let rest = &rest[blank..];
        let name = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let after = &rest[name..];
        if let Some(value) = after.trim_start().strip_prefix('[') {
            let open = rest.len() - value.len();
            let end = close(value);
            match (name, properties.last_mut()) {
                (0, Some((_, values))) => values.push(&value[..end]),
                _ => properties.push((&rest[..name], vec![&value[..end]])),
            }
            at += blank + (open + end + 1).min(rest.len());
        } else if name > 0 {
            at += blank + name;
        } else {
            return (Node { line, properties }, at);
        }
    }
    (Node { line, properties }, text.len())
}

/// Where a value ends: the next `]` without a backslash before it.
fn close(value: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b']' if !escaped => return at,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    value.len()
}
