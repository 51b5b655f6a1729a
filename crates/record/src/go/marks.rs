//! Marks, labels, arrows, lines and territory at the cursor's node. Setting one again removes it, and a point has one
//! mark or label at a time. Values that are not affected keep their bytes.

use rules::go::{Color, Illegal, Point, Size};

use super::record::GoRecord;
use super::refusal::GoRefusal;
use super::view::{Mark, MoveJudgement, PositionJudgement};
use crate::editor::Edit;
use crate::sgf::{Node, Value};
use crate::{GameRecord, Refusal};

type Values = Vec<Vec<u8>>;
type Changes = Vec<(&'static str, Values)>;

/// Points as property values.
pub(super) fn point_values(points: &[Point]) -> Values {
    points.iter().map(|at| at.to_sgf().to_vec()).collect()
}

/// The values of a list without a point; `None` if it is not in the list.
fn without(node: Node<'_>, name: &str, at: Point, size: Size) -> Option<Values> {
    let mut found = false;
    let mut remaining = Values::new();
    for value in node.values(name) {
        let points = value.points(size);
        match points.contains(&at) {
            true => {
                found = true;
                let others: Vec<Point> = points.into_iter().filter(|p| *p != at).collect();
                remaining.extend(point_values(&others));
            }
            false => remaining.push(value.raw().to_vec()),
        }
    }
    found.then_some(remaining)
}

/// The values of a list of pairs without those that touch a point; `None` if none does.
fn without_pairs(node: Node<'_>, name: &str, touches: impl Fn(Value<'_>) -> bool) -> Option<Values> {
    let (gone, remaining): (Vec<_>, Vec<_>) = node.values(name).partition(|value| touches(*value));
    let raw = |value: Value<'_>| value.raw().to_vec();
    (!gone.is_empty()).then(|| remaining.into_iter().map(raw).collect())
}

fn with(mut values: Values, new: Vec<u8>) -> Values {
    values.push(new);
    values
}

impl GoRecord {
    /// Sets or removes a mark.
    pub fn toggle_mark(&mut self, at: Point, mark: Mark) -> Result<(), Refusal> {
        self.on_board(at)?;
        let had = self.markup().marks_at(at).any(|m| m == mark);
        let mut changes = self.unmarked(at)?;
        if !had {
            self.push(&mut changes, mark.property(), at.to_sgf().to_vec());
        }
        self.change_marks(&changes)
    }

    /// Sets the label of a point; the same text again, or an empty one, removes it.
    pub fn toggle_label(&mut self, at: Point, text: &str) -> Result<(), Refusal> {
        self.on_board(at)?;
        let had = self.markup().label_at(at).is_some_and(|label| label == text);
        let mut changes = self.unmarked(at)?;
        if !had && !text.is_empty() {
            let name = String::from_utf8_lossy(&at.to_sgf()).into_owned();
            self.push(&mut changes, "LB", self.file().encode_pair(&name, text)?);
        }
        self.change_marks(&changes)
    }

    /// Sets the next free letter from A to Z; on a point with a letter, removes it.
    pub fn toggle_letter(&mut self, at: Point) -> Result<(), Refusal> {
        self.toggle_next(at, ('A'..='Z').map(String::from))
    }

    /// Sets the next free number from 1; on a point with a number, removes it.
    pub fn toggle_number(&mut self, at: Point) -> Result<(), Refusal> {
        self.toggle_next(at, (1..=999).map(|n: u32| n.to_string()))
    }

    fn toggle_next(&mut self, at: Point, names: impl Iterator<Item = String>) -> Result<(), Refusal> {
        let markup = self.markup();
        let names: Vec<String> = names.collect();
        if let Some(own) = markup.label_at(at).filter(|own| names.iter().any(|name| name == own)) {
            return self.toggle_label(at, own);
        }
        let taken = |name: &&String| markup.labels.iter().any(|(_, label)| label == *name);
        let free = names.iter().find(|name| !taken(name)).ok_or(GoRefusal::AllTaken)?;
        self.toggle_label(at, free)
    }

    pub fn toggle_arrow(&mut self, from: Point, to: Point) -> Result<(), Refusal> {
        self.toggle_pair("AR", from, to)
    }

    pub fn toggle_line(&mut self, from: Point, to: Point) -> Result<(), Refusal> {
        self.toggle_pair("LN", from, to)
    }

    fn toggle_pair(&mut self, name: &'static str, from: Point, to: Point) -> Result<(), Refusal> {
        self.on_board(from)?;
        self.on_board(to)?;
        if from == to {
            return Ok(());
        }
        let size = self.size();
        let same = |value: Value<'_>| {
            let ends = value.point_pair(size);
            ends == Some((from, to)) || name == "LN" && ends == Some((to, from))
        };
        let mut changes = Changes::new();
        match without_pairs(self.node(self.here()), name, same) {
            Some(remaining) => changes.push((name, remaining)),
            None => self.push(&mut changes, name, [from.to_sgf(), to.to_sgf()].join(&b':')),
        }
        self.change_marks(&changes)
    }

    pub fn toggle_territory(&mut self, at: Point, owner: Color) -> Result<(), Refusal> {
        self.on_board(at)?;
        let node = self.node(self.here());
        let had = self.markup().territory.contains(&(at, owner));
        let lists = ["TB", "TW"];
        let mut changes: Changes = lists
            .into_iter()
            .filter_map(|name| Some((name, without(node, name, at, self.size())?)))
            .collect();
        if !had {
            let name = if owner == Color::Black { "TB" } else { "TW" };
            self.push(&mut changes, name, at.to_sgf().to_vec());
        }
        self.change_marks(&changes)
    }

    /// Gives a point to an owner, or removes it from the territory. What is painted one after another is one step of undo,
    /// as text that is typed.
    pub fn paint_territory(&mut self, at: Point, owner: Option<Color>) -> Result<(), Refusal> {
        self.on_board(at)?;
        let node = self.node(self.here());
        if owner.is_some_and(|owner| self.markup().territory.contains(&(at, owner))) {
            return Ok(());
        }
        let lists = ["TB", "TW"];
        let mut changes: Changes = lists
            .into_iter()
            .filter_map(|name| Some((name, without(node, name, at, self.size())?)))
            .collect();
        match owner {
            Some(Color::Black) => self.push(&mut changes, "TB", at.to_sgf().to_vec()),
            Some(Color::White) => self.push(&mut changes, "TW", at.to_sgf().to_vec()),
            None => {
                changes.extend(self.unmarked(at)?);
                changes.extend(self.lines_without(|from, to| passes(from, to, at)));
            }
        }
        match self.edits_for(self.here(), &changes).pop() {
            Some(Edit::Text { node, text }) => Ok(self.editor.apply_typing(node, text, "paint")?),
            _ => Ok(()),
        }
    }

    /// Removes all marks on a point, and the lines that end there.
    pub fn erase(&mut self, at: Point) -> Result<(), Refusal> {
        let mut changes = self.unmarked(at)?;
        let (node, size) = (self.node(self.here()), self.size());
        changes.extend(self.lines_without(|from, to| from == at || to == at));
        for name in ["TB", "TW"] {
            changes.extend(without(node, name, at, size).map(|remaining| (name, remaining)));
        }
        self.change_marks(&changes)
    }

    /// The lists of arrows and lines without those between such points.
    fn lines_without(&self, is_erased: impl Fn(Point, Point) -> bool) -> Changes {
        let (node, size) = (self.node(self.here()), self.size());
        let is_it = |value: Value<'_>| value.point_pair(size).is_some_and(|(from, to)| is_erased(from, to));
        let names = ["AR", "LN"].into_iter();
        names.filter_map(|name| Some((name, without_pairs(node, name, is_it)?))).collect()
    }

    /// The lists that have a mark or label on the point, without it.
    fn unmarked(&self, at: Point) -> Result<Changes, Refusal> {
        let (node, size) = (self.node(self.here()), self.size());
        let names = Mark::ALL.map(Mark::property).into_iter().chain(["M"]);
        let mut changes: Changes =
            names.filter_map(|name| Some((name, without(node, name, at, size)?))).collect();
        let label =
            without_pairs(node, "LB", |value| value.labelled_point(size).is_some_and(|(p, _)| p == at));
        changes.extend(label.map(|remaining| ("LB", remaining)));
        if node.points("L", size).contains(&at) {
            changes.extend(self.old_letters_without(at)?);
        }
        Ok(changes)
    }

    /// The letters of an old `L` depend on their order: the others become labels before one is removed.
    fn old_letters_without(&self, at: Point) -> Result<Changes, Refusal> {
        let node = self.node(self.here());
        let mut labels: Values = node.values("LB").map(|value| value.raw().to_vec()).collect();
        for (point, letter) in node.points("L", self.size()).into_iter().zip('a'..='z') {
            if point != at {
                let name = String::from_utf8_lossy(&point.to_sgf()).into_owned();
                labels.push(self.file().encode_pair(&name, &letter.to_string())?);
            }
        }
        Ok(vec![("L", Values::new()), ("LB", labels)])
    }

    /// Adds a value to a list, or to its pending change.
    fn push(&self, changes: &mut Changes, name: &'static str, value: Vec<u8>) {
        match changes.iter_mut().find(|(changed, _)| *changed == name) {
            Some((_, values)) => values.push(value),
            None => {
                let held = self.node(self.here()).values(name).map(|v| v.raw().to_vec()).collect();
                changes.push((name, with(held, value)));
            }
        }
    }

    fn change_marks(&mut self, changes: &[(&'static str, Values)]) -> Result<(), Refusal> {
        let edits = self.edits_for(self.here(), changes);
        Ok(self.editor.apply(edits, self.here())?)
    }

    fn on_board(&self, at: Point) -> Result<(), Refusal> {
        self.check_is_go()?;
        match self.size().contains(at) {
            true => Ok(()),
            false => Err(Illegal::OffBoard { at }.into()),
        }
    }
}

/// Judgements: at most one of each kind per node. Emphasis is 1 or 2.
impl GoRecord {
    pub fn judge_move(&mut self, judgement: Option<(MoveJudgement, u8)>) -> Result<(), Refusal> {
        let names = MoveJudgement::ALL.map(MoveJudgement::property);
        self.judge(&names, judgement.map(|(j, emphasis)| (j.property(), emphasis)))
    }

    pub fn judge_position(&mut self, judgement: Option<(PositionJudgement, u8)>) -> Result<(), Refusal> {
        let names = PositionJudgement::ALL.map(PositionJudgement::property);
        self.judge(&names, judgement.map(|(j, emphasis)| (j.property(), emphasis)))
    }

    pub fn set_hotspot(&mut self, emphasis: Option<u8>) -> Result<(), Refusal> {
        self.judge(&["HO"], emphasis.map(|emphasis| ("HO", emphasis)))
    }

    fn judge(&mut self, names: &[&'static str], chosen: Option<(&'static str, u8)>) -> Result<(), Refusal> {
        let value = |emphasis: u8| match emphasis {
            2 => b"2".to_vec(),
            _ => b"1".to_vec(),
        };
        // DO and IT have no value: whatever is between their brackets is ignored.
        let plain = |name| matches!(name, "DO" | "IT");
        let new = |name: &str| match chosen {
            Some((set, _)) if set == name && plain(set) => vec![Vec::new()],
            Some((set, emphasis)) if set == name => vec![value(emphasis)],
            _ => Vec::new(),
        };
        let changes: Changes = names.iter().map(|name| (*name, new(name))).collect();
        self.change_marks(&changes)
    }
}

/// Whether a straight line comes closer to the point than a third of the distance between two lines of the board.
fn passes(from: Point, to: Point, at: Point) -> bool {
    let number = |line: u8| f64::from(line);
    let (across, down) = (number(to.x) - number(from.x), number(to.y) - number(from.y));
    let (x, y) = (number(at.x) - number(from.x), number(at.y) - number(from.y));
    let share = ((x * across + y * down) / (across * across + down * down).max(1.0)).clamp(0.0, 1.0);
    (x - share * across).hypot(y - share * down) < 1.0 / 3.0
}
