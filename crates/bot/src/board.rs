//! The bot's own board: a mailbox with walls, where red stones and the edge are both walls. Groups are circular lists
//! of stones with pseudo-liberties, so that placing a stone costs the same on any board. The eight cells around each
//! point are stored as `Surroundings`, the index of the tables in `pattern`.
//!
//! Playouts spend their time here. `N` is a power of two, so that an index is masked instead of checked. Counts of
//! cells that are not groups are updated too (with wrong values), because that is faster than a branch.

use rules::go::{Color, Point, Size};

use crate::liberties::{Group, NeighbourSum};
use crate::pattern::{Patterns, Space, Surroundings};
use crate::vertex_list::VertexList;

/// An index into the mailbox. 0 is a wall and means a pass.
pub(crate) type Vertex = u16;
pub(crate) const PASS: Vertex = 0;

/// The content of a cell: two bits, so that eight cells fit into `Surroundings`.
pub(crate) const EMPTY: u8 = 0;
pub(crate) const BLACK: u8 = 1;
pub(crate) const WHITE: u8 = 2;
pub(crate) const WALL: u8 = 3;

pub(crate) fn stone(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointClass {
    Sensible,
    /// In this turn.
    Illegal,
    /// The player's own eye.
    Eye,
}

/// Cells needed for a board of this size, with its walls.
pub(crate) fn vertex_count(size: Size) -> usize {
    (usize::from(size.width()) + 1) * (usize::from(size.height()) + 2) + 1
}

#[derive(Clone)]
pub(crate) struct Board<const N: usize> {
    size: Size,
    stride: Vertex,
    /// Up, left, right, down.
    steps: [Vertex; 8],
    /// By the mask of neighbours that are empty.
    open: [NeighbourSum; 16],
    what: [u8; N],
    around: [Surroundings; N],
    /// The first stone of the group; for other cells, the cell itself.
    head: [Vertex; N],
    /// The next stone of the group, in a cycle.
    next: [Vertex; N],
    groups: [Group; N],
    stones: [u16; N],
    /// The empty points, unordered: those that playouts try, and those they skip.
    active: VertexList<N>,
    inactive: VertexList<N>,
    /// The slot of an empty point in its list, with the highest bit set for inactive ones.
    slot: [Vertex; N],
    /// Nobody may play here this turn: a ko just captured, or a point that both chose a turn ago.
    pub(crate) barred: Vertex,
    /// Consecutive passes.
    pub(crate) passes: u8,
    /// A collision only bars the point for a turn (`Variant::Void`).
    pub(crate) void: bool,
}

const INACTIVE: Vertex = 1 << 15;

/// An index that is never out of bounds: `N` is a power of two.
pub(crate) fn i<const N: usize>(at: Vertex) -> usize {
    usize::from(at) & (N - 1)
}

impl<const N: usize> Board<N> {
    /// `size` must fit: see `vertex_count`.
    pub(crate) fn empty(size: Size) -> Board<N> {
        let stride = Vertex::from(size.width()) + 1;
        let mut board = Board {
            size,
            stride,
            steps: [stride.wrapping_neg(), Vertex::MAX, 1, stride, 0, 0, 0, 0],
            open: NeighbourSum::table(stride.into()),
            what: [WALL; N],
            around: [Surroundings::default(); N],
            head: std::array::from_fn(|at| at as Vertex),
            next: [PASS; N],
            groups: [Group::NO_GROUP; N],
            stones: [0; N],
            active: VertexList::default(),
            inactive: VertexList::default(),
            slot: [0; N],
            barred: PASS,
            passes: 0,
            void: false,
        };
        for point in size.points() {
            let at = board.vertex_of(point);
            board.what[i::<N>(at)] = EMPTY;
            board.list(at);
        }
        for point in size.points() {
            let at = board.vertex_of(point);
            board.around[i::<N>(at)] = Surroundings::of(board.ring(at).map(|near| board.what(near)));
        }
        board
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn vertex_of(&self, point: Point) -> Vertex {
        (Vertex::from(point.y) + 1) * self.stride + Vertex::from(point.x) + 1
    }

    pub(crate) fn point_of(&self, at: Vertex) -> Point {
        let line = |n: Vertex| u8::try_from(n.saturating_sub(1)).unwrap_or(u8::MAX);
        Point::new(line(at % self.stride), line(at / self.stride))
    }

    pub(crate) fn what(&self, at: Vertex) -> u8 {
        self.what[i::<N>(at)]
    }

    pub(crate) fn around(&self, at: Vertex) -> Surroundings {
        self.around[i::<N>(at)]
    }

    /// The active empty points, unordered.
    pub(crate) fn active(&self) -> &[Vertex] {
        self.active.all()
    }

    pub(crate) fn inactive(&self) -> &[Vertex] {
        self.inactive.all()
    }

    /// All empty points, unordered.
    pub(crate) fn empties(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.active().iter().chain(self.inactive()).copied()
    }

    /// Playouts skip this point until a stone beside it is captured.
    pub(crate) fn deactivate(&mut self, at: Vertex) {
        self.unlist(at);
        self.slot[i::<N>(at)] = self.inactive.push(at) | INACTIVE;
    }

    fn activate(&mut self, at: Vertex) {
        if self.slot[i::<N>(at)] & INACTIVE != 0 {
            self.unlist(at);
            self.list(at);
        }
    }

    fn list(&mut self, at: Vertex) {
        self.slot[i::<N>(at)] = self.active.push(at);
    }

    fn unlist(&mut self, at: Vertex) {
        let slot = self.slot[i::<N>(at)];
        let list = if slot & INACTIVE == 0 { &mut self.active } else { &mut self.inactive };
        let moved = list.take(slot & !INACTIVE);
        self.slot[i::<N>(moved)] = slot;
        self.slot[i::<N>(at)] = 0;
    }

    /// Up, left, right, down.
    pub(crate) fn beside(&self, at: Vertex) -> [Vertex; 4] {
        [at.wrapping_sub(self.stride), at.wrapping_sub(1), at.wrapping_add(1), at.wrapping_add(self.stride)]
    }

    /// Like `beside`, then the four diagonals from the upper left.
    pub(crate) fn ring(&self, at: Vertex) -> [Vertex; 8] {
        let [up, left, right, down] = self.beside(at);
        let (one, other) = (1_u16.wrapping_neg(), 1);
        [
            up,
            left,
            right,
            down,
            up.wrapping_add(one),
            up.wrapping_add(other),
            down.wrapping_add(one),
            down.wrapping_add(other),
        ]
    }

    pub(crate) fn group(&self, at: Vertex) -> Group {
        self.groups[i::<N>(self.head[i::<N>(at)])]
    }

    /// The same for all stones of a group.
    pub(crate) fn head(&self, at: Vertex) -> Vertex {
        self.head[i::<N>(at)]
    }

    /// The stones of a group in a cycle.
    pub(crate) fn next_stone(&self, at: Vertex) -> Vertex {
        self.next[i::<N>(at)]
    }

    pub(crate) fn stones(&self, at: Vertex) -> u16 {
        self.stones[i::<N>(self.head[i::<N>(at)])]
    }

    /// The last liberty of the group at `at`, if it is in atari.
    pub(crate) fn atari(&self, at: Vertex) -> Option<Vertex> {
        self.group(at).last_liberty()
    }

    pub(crate) fn is_stone(&self, at: Vertex) -> bool {
        // One of the two bits, not both.
        matches!(self.what(at), BLACK | WHITE)
    }

    pub(crate) fn is_dead(&self, at: Vertex) -> bool {
        self.is_stone(at) & self.group(at).is_dead()
    }

    /// The content of all cells, walls included.
    pub(crate) fn all(&self) -> &[u8; N] {
        &self.what
    }

    pub(crate) fn has_same_cells(&self, other: &Board<N>) -> bool {
        self.what == other.what
    }

    /// Whether this stone may be placed here. Repetitions other than a ko are not checked.
    pub(crate) fn is_legal(&self, color: u8, at: Vertex) -> bool {
        (self.what(at) == EMPTY) & (at != self.barred)
            && (self.around(at).has_empty_beside() || self.has_liberty_after(color, at))
    }

    /// Whether an adjacent own group keeps a liberty, or an adjacent enemy group loses its last one.
    #[inline(always)]
    pub(crate) fn has_liberty_after(&self, color: u8, at: Vertex) -> bool {
        let friends = self.around(at).beside_mask(color);
        let [up, left, right, down] = self.beside(at).map(|near| u32::from(self.group(near).is_in_atari()));
        friends != (up | left << 1 | right << 2 | down << 3)
    }

    /// Whether a playout should consider this empty point.
    #[inline(always)]
    pub(crate) fn classify(&self, patterns: &Patterns, color: u8, at: Vertex) -> PointClass {
        if at == self.barred {
            return PointClass::Illegal;
        }
        let around = self.around(at);
        match patterns.space(around, color) {
            Space::Enough => PointClass::Sensible,
            Space::Eye if patterns.eye(around, color) => PointClass::Eye,
            _ if self.has_liberty_after(color, at) => PointClass::Sensible,
            _ => PointClass::Illegal,
        }
    }

    /// Whether the point is an eye of this colour.
    pub(crate) fn is_eye(&self, patterns: &Patterns, color: u8, at: Vertex) -> bool {
        patterns.eye(self.around(at), color)
    }

    /// Places a red stone, which acts like the edge. Returns whether a group may have lost its last liberty.
    pub(crate) fn wall(&mut self, at: Vertex) -> bool {
        self.unlist(at);
        self.flip_cell(at, EMPTY ^ WALL);
        self.lose_beside(at)
    }

    fn lose_beside(&mut self, at: Vertex) -> bool {
        let touch = Group::touch(at);
        let mut dead = false;
        for near in self.beside(at) {
            let group = &mut self.groups[i::<N>(self.head[i::<N>(near)])];
            group.lose(touch);
            dead |= group.is_dead();
        }
        dead
    }

    /// Places a stone without capturing. Returns whether any group, including its own, may have no liberty left.
    #[inline(always)]
    pub(crate) fn put(&mut self, at: Vertex, color: u8) -> bool {
        self.unlist(at);
        self.flip_cell(at, EMPTY ^ color);
        let around = self.around(at);
        let dead = self.lose_beside(at);
        let own = self.open[around.beside_mask(EMPTY) as usize & 15].touches(at);
        dead | self.connect(at, around.beside_mask(color), own)
    }

    /// Joins the stone to the group of its first friendly neighbour, or starts a group; then merges the other friendly
    /// groups. Branch-free where possible: a mispredicted branch costs more than the arithmetic.
    fn connect(&mut self, at: Vertex, friends: u32, own: Group) -> bool {
        self.groups[i::<N>(at)] = Group::NONE;
        self.stones[i::<N>(at)] = 0;
        self.next[i::<N>(at)] = at;
        let alone = u32::from(friends == 0);
        // Without a friendly neighbour this is the stone itself, its own head.
        let mut own_head = self.head
            [i::<N>(at.wrapping_add(self.steps[(friends | alone << 4).trailing_zeros() as usize & 7]))];
        self.head[i::<N>(at)] = own_head;
        self.next[i::<N>(at)] = self.next[i::<N>(own_head)];
        self.next[i::<N>(own_head)] = at;
        self.stones[i::<N>(own_head)] += 1;
        let group = &mut self.groups[i::<N>(own_head)];
        group.join(own);
        let [up, left, right, down] =
            self.beside(at).map(|near| u32::from(self.head[i::<N>(near)] != own_head));
        let mut others = (up | left << 1 | right << 2 | down << 3) & friends;
        while others != 0 {
            let head = self.head[i::<N>(self.step(at, others))];
            if head != own_head {
                own_head = self.join(own_head, head);
            }
            others &= others - 1;
        }
        self.groups[i::<N>(own_head)].is_dead()
    }

    /// The neighbour for the lowest bit of the mask.
    fn step(&self, at: Vertex, mask: u32) -> Vertex {
        at.wrapping_add(self.steps[mask.trailing_zeros() as usize & 3])
    }

    /// The smaller group gets the head of the larger one; swapping two links merges the cycles.
    fn join(&mut self, one: Vertex, other: Vertex) -> Vertex {
        let (mut large, mut small) = (one, other);
        if self.stones[i::<N>(large)] < self.stones[i::<N>(small)] {
            std::mem::swap(&mut large, &mut small);
        }
        let mut at = small;
        loop {
            self.head[i::<N>(at)] = large;
            at = self.next[i::<N>(at)];
            if at == small {
                break;
            }
        }
        let gained = self.groups[i::<N>(small)];
        let group = &mut self.groups[i::<N>(large)];
        group.join(gained);
        self.stones[i::<N>(large)] += self.stones[i::<N>(small)];
        self.next.swap(i::<N>(large), i::<N>(small));
        large
    }

    /// Removes a group. The head goes last, because the other stones refer to it.
    pub(crate) fn remove(&mut self, group: Vertex) {
        let color = self.what(group);
        let head = self.head[i::<N>(group)];
        let mut at = self.next[i::<N>(head)];
        loop {
            let next = self.next[i::<N>(at)];
            self.flip_cell(at, color ^ EMPTY);
            self.head[i::<N>(at)] = at;
            self.groups[i::<N>(at)] = Group::NO_GROUP;
            self.list(at);
            let touch = Group::touch(at);
            for near in self.beside(at) {
                let group = &mut self.groups[i::<N>(self.head[i::<N>(near)])];
                group.gain(touch);
                self.activate(near);
            }
            if at == head {
                break;
            }
            at = next;
        }
    }

    /// Changes a cell and the surroundings of its neighbours.
    fn flip_cell(&mut self, at: Vertex, change: u8) {
        self.what[i::<N>(at)] ^= change;
        for (direction, near) in self.ring(at).into_iter().enumerate() {
            self.around[i::<N>(near)].flip(direction, change);
        }
    }
}
