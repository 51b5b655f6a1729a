//! Inputs for Go games only.

use moment::Moment;
use record::go::{Field, GoRecord};
use record::{GameRecord, Refusal};
use rules::go::{Color, Point};

use crate::effect::Effect;
use crate::input::{GoInput, Input, Judgement};
use crate::tool::{ClickAction, ClickModifiers, Tool};
use crate::workspace::Workspace;

impl Workspace {
    pub(crate) fn go_input(&mut self, now: Moment, input: GoInput) -> Vec<Effect> {
        match input {
            GoInput::Click { at, held } => self.click(at, held),
            GoInput::Drag { from, to } => self.draw_to(from, to),
            GoInput::Paint { at, begins } => self.paint(at, begins),
            GoInput::MarkWith { at, tool } => self.change_go(|record| tool.draw(record, at)),
            GoInput::SetTurn(color) => self.change_go(|record| record.set_turn(color)),
            GoInput::Judged { dead, owned } => self.judged(&dead, owned),
            GoInput::SelectTool(tool) => self.select_tool(tool),
            GoInput::SetUpWith(color) => self.set_up_with(color),
            GoInput::Judge(judgement) => self.judge(judgement),
            GoInput::Line(moves) => self.change_go(|record| record.add_line(&moves)),
            GoInput::Lines(lines) => self.change_go(|record| record.add_lines(&lines)),
            GoInput::Values(values) => self.change_go(|record| record.write_values(&values)),
            GoInput::Name(ref text) => {
                let before = self.record().go().and_then(|record| record.remarks().name);
                self.typed(now, &before.unwrap_or_default(), text);
                self.write_go_text(input)
            }
            GoInput::Info(_) | GoInput::SetProperties(_) => self.write_go_text(input),
        }
    }

    /// Changes the current Go record.
    pub(crate) fn change_go(
        &mut self,
        act: impl FnOnce(&mut GoRecord) -> Result<(), Refusal>,
    ) -> Vec<Effect> {
        self.change(|record| act(record.go_mut()?))
    }

    fn judge(&mut self, judgement: Judgement) -> Vec<Effect> {
        self.change_go(|record| match judgement {
            Judgement::Move(judgement) => record.judge_move(judgement),
            Judgement::Position(judgement) => record.judge_position(judgement),
            Judgement::Hotspot(emphasis) => record.set_hotspot(emphasis),
        })
    }

    fn write_go_text(&mut self, input: GoInput) -> Vec<Effect> {
        let again = Input::Go(input.clone());
        self.write_text(again, |record| {
            let record = record.go_mut()?;
            match &input {
                GoInput::Name(text) => record.set_name(text),
                GoInput::Info(texts) => record.set_info(&fields(texts)),
                GoInput::SetProperties(all) => record.set_properties(all),
                _ => Ok(()),
            }
        })
    }
}

fn fields<'t>(texts: &'t [(&'static str, String)]) -> Vec<(Field, &'t str)> {
    texts.iter().filter_map(|(name, text)| Some((Field::named(name)?, text.as_str()))).collect()
}

/// The board.
impl Workspace {
    /// Leaves set-up mode: another tool is in use.
    fn select_tool(&mut self, tool: Tool) -> Vec<Effect> {
        self.record_mut().end_set_up();
        self.tool_state.tool = tool;
        Vec::new()
    }

    fn set_up_with(&mut self, color: Color) -> Vec<Effect> {
        self.tool_state.color = color;
        self.change_go(|record| {
            record.enter_set_up();
            Ok(())
        })
    }

    pub(crate) fn click(&mut self, at: Point, held: ClickModifiers) -> Vec<Effect> {
        if self.mark_while_counting(at) {
            return Vec::new();
        }
        let action = self.click_action(held);
        if action == ClickAction::Play
            && let Some(effects) = self.guess(at)
        {
            return effects;
        }
        match action {
            ClickAction::Play => self.change_go(|record| record.click(at).map(drop)),
            ClickAction::SetUp(color) => self.change_go(|record| record.set_up(at, color)),
            ClickAction::Jump => {
                let not_found = self.words().not_played_there;
                self.seek(|record| record.go_mut()?.to_stone(at), not_found)
            }
            ClickAction::Draw(tool) if tool.is_drawn() => match self.tool_state.from.take() {
                Some(from) => self.draw_to(from, at),
                None => {
                    self.tool_state.from = Some(at);
                    Vec::new()
                }
            },
            ClickAction::Draw(Tool::Label(text)) => {
                let again = Input::Go(GoInput::Click { at, held });
                self.write_text(again, |record| record.go_mut()?.toggle_label(at, &text))
            }
            ClickAction::Draw(tool) => self.change_go(|record| tool.draw(record, at)),
        }
    }

    /// Draws with the tool on a point if it is not drawn there yet. All points until the button is released are one step.
    fn paint(&mut self, at: Point, begins: bool) -> Vec<Effect> {
        let tool = self.tool_state.tool.clone();
        self.change_go(|record| {
            if begins {
                record.cursor_mut().end_typing();
            }
            match tool {
                Tool::Territory(owner) => record.paint_territory(at, Some(owner)),
                Tool::Erase => record.paint_territory(at, None),
                _ => Ok(()),
            }
        })
    }

    /// Draws an arrow or a line; from a point to itself, nothing.
    fn draw_to(&mut self, from: Point, to: Point) -> Vec<Effect> {
        let tool = self.tool_state.tool.clone();
        self.change_go(|record| match tool {
            Tool::Arrow => record.toggle_arrow(from, to),
            Tool::Line => record.toggle_line(from, to),
            _ => Ok(()),
        })
    }
}
