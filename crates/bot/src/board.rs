//! The searcher's own board: a mailbox with walls, where red stones and the edge are the same wall.
//! Groups are rings of stones that know how often they touch each empty point (pseudo-liberties), so that a stone
//! costs the same on any board. What each point sees around it is kept as a `Code`, ready for the tables in `shape`.
//!
//! This is where a playout spends its time. `N` is a power of two, so that a place is masked instead of checked; and
//! the counts of places that are no group are kept too, wrongly, because not asking is quicker than asking.

use rules::go::{Color, Point, Size};

use crate::liberties::{Group, Open};
use crate::list::List;
use crate::shape::{Code, Room, Shapes};

/// A place in the mailbox; 0 is a wall and stands for a pass.
pub(crate) type At = u16;
pub(crate) const PASS: At = 0;

/// What is on a place. Two bits, so that eight of them make a code.
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
pub(crate) enum Judgement {
    Sensible,
    /// Illegal for now.
    Not,
    /// An eye of one's own.
    Eye,
}

/// Places that a board of this size needs.
pub(crate) fn places(size: Size) -> usize {
    (usize::from(size.width()) + 1) * (usize::from(size.height()) + 2) + 1
}

#[derive(Clone)]
pub(crate) struct Board<const N: usize> {
    size: Size,
    stride: At,
    /// Up, left, right, down.
    steps: [At; 8],
    /// By the mask of neighbours that are empty.
    open: [Open; 16],
    what: [u8; N],
    around: [Code; N],
    /// The group's first stone; a place that is no stone is its own.
    head: [At; N],
    /// The next stone of the ring.
    next: [At; N],
    groups: [Group; N],
    stones: [u16; N],
    /// The empty points in no order: those that a player may want, and those asleep.
    awake: List<N>,
    asleep: List<N>,
    /// Where an empty point is in its list; those asleep have the highest bit set.
    slot: [At; N],
    /// Nobody may play here this turn: a ko just taken, or a point both chose a turn ago.
    pub(crate) barred: At,
    /// Passes in a row.
    pub(crate) passes: u8,
    /// One point for both only bars it for a turn.
    pub(crate) void: bool,
}

const ASLEEP: At = 1 << 15;

/// Never out of bounds: `N` is a power of two.
pub(crate) fn i<const N: usize>(at: At) -> usize {
    usize::from(at) & (N - 1)
}

impl<const N: usize> Board<N> {
    /// `size` must fit: see `places`.
    pub(crate) fn empty(size: Size) -> Board<N> {
        let stride = At::from(size.width()) + 1;
        let mut board = Board {
            size,
            stride,
            steps: [stride.wrapping_neg(), At::MAX, 1, stride, 0, 0, 0, 0],
            open: Open::table(stride.into()),
            what: [WALL; N],
            around: [Code::default(); N],
            head: std::array::from_fn(|at| at as At),
            next: [PASS; N],
            groups: [Group::NO_GROUP; N],
            stones: [0; N],
            awake: List::default(),
            asleep: List::default(),
            slot: [0; N],
            barred: PASS,
            passes: 0,
            void: false,
        };
        for point in size.points() {
            let at = board.place_of(point);
            board.what[i::<N>(at)] = EMPTY;
            board.list(at);
        }
        for point in size.points() {
            let at = board.place_of(point);
            board.around[i::<N>(at)] = Code::of(board.ring(at).map(|near| board.what(near)));
        }
        board
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn place_of(&self, point: Point) -> At {
        (At::from(point.y) + 1) * self.stride + At::from(point.x) + 1
    }

    pub(crate) fn point_of(&self, at: At) -> Point {
        let line = |n: At| u8::try_from(n.saturating_sub(1)).unwrap_or(u8::MAX);
        Point::new(line(at % self.stride), line(at / self.stride))
    }

    pub(crate) fn what(&self, at: At) -> u8 {
        self.what[i::<N>(at)]
    }

    pub(crate) fn around(&self, at: At) -> Code {
        self.around[i::<N>(at)]
    }

    /// The empty points that are not asleep, in no order.
    pub(crate) fn awake(&self) -> &[At] {
        self.awake.all()
    }

    pub(crate) fn asleep(&self) -> &[At] {
        self.asleep.all()
    }

    /// All empty points, in no order.
    pub(crate) fn empties(&self) -> impl Iterator<Item = At> + '_ {
        self.awake().iter().chain(self.asleep()).copied()
    }

    /// Nobody wants to play here until a stone beside it is taken.
    pub(crate) fn put_to_sleep(&mut self, at: At) {
        self.unlist(at);
        self.slot[i::<N>(at)] = self.asleep.push(at) | ASLEEP;
    }

    fn wake(&mut self, at: At) {
        if self.slot[i::<N>(at)] & ASLEEP != 0 {
            self.unlist(at);
            self.list(at);
        }
    }

    fn list(&mut self, at: At) {
        self.slot[i::<N>(at)] = self.awake.push(at);
    }

    fn unlist(&mut self, at: At) {
        let slot = self.slot[i::<N>(at)];
        let list = if slot & ASLEEP == 0 { &mut self.awake } else { &mut self.asleep };
        let moved = list.take(slot & !ASLEEP);
        self.slot[i::<N>(moved)] = slot;
        self.slot[i::<N>(at)] = 0;
    }

    /// Up, left, right, down.
    pub(crate) fn beside(&self, at: At) -> [At; 4] {
        [at.wrapping_sub(self.stride), at.wrapping_sub(1), at.wrapping_add(1), at.wrapping_add(self.stride)]
    }

    /// As `beside`, then the four diagonal places from the upper left.
    pub(crate) fn ring(&self, at: At) -> [At; 8] {
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

    pub(crate) fn group(&self, at: At) -> Group {
        self.groups[i::<N>(self.head[i::<N>(at)])]
    }

    /// The same for all stones of a group.
    pub(crate) fn head(&self, at: At) -> At {
        self.head[i::<N>(at)]
    }

    pub(crate) fn stones(&self, at: At) -> u16 {
        self.stones[i::<N>(self.head[i::<N>(at)])]
    }

    /// The last liberty of the group at `at`, if it is in atari.
    pub(crate) fn atari(&self, at: At) -> Option<At> {
        self.group(at).last_liberty()
    }

    pub(crate) fn is_stone(&self, at: At) -> bool {
        // One of the two bits, not both.
        matches!(self.what(at), BLACK | WHITE)
    }

    pub(crate) fn is_dead(&self, at: At) -> bool {
        self.is_stone(at) & self.group(at).is_dead()
    }

    /// What is on each place, walls too.
    pub(crate) fn all(&self) -> &[u8; N] {
        &self.what
    }

    pub(crate) fn looks_like(&self, other: &Board<N>) -> bool {
        self.what == other.what
    }

    /// May this stone be put here, as far as one board can tell (repetition beyond a ko is not looked at)?
    pub(crate) fn is_legal(&self, color: u8, at: At) -> bool {
        (self.what(at) == EMPTY) & (at != self.barred)
            && (self.around(at).has_empty_beside() || self.lives_or_takes(color, at))
    }

    /// Beside this point is an own group that keeps a liberty, or an enemy one that loses its last.
    #[inline(always)]
    pub(crate) fn lives_or_takes(&self, color: u8, at: At) -> bool {
        let friends = self.around(at).beside_mask(color);
        let [up, left, right, down] = self.beside(at).map(|near| u32::from(self.group(near).is_in_atari()));
        friends != (up | left << 1 | right << 2 | down << 3)
    }

    /// What a hasty player makes of an empty point.
    #[inline(always)]
    pub(crate) fn judge(&self, shapes: &Shapes, color: u8, at: At) -> Judgement {
        if at == self.barred {
            return Judgement::Not;
        }
        let around = self.around(at);
        match shapes.room(around, color) {
            Room::Enough => Judgement::Sensible,
            Room::Eye if shapes.eye(around, color) => Judgement::Eye,
            _ if self.lives_or_takes(color, at) => Judgement::Sensible,
            _ => Judgement::Not,
        }
    }

    /// A point that only a beginner fills.
    pub(crate) fn is_eye(&self, shapes: &Shapes, color: u8, at: At) -> bool {
        shapes.eye(self.around(at), color)
    }

    /// A red stone: from now on this point is edge. Whether a group may have lost its last liberty.
    pub(crate) fn wall(&mut self, at: At) -> bool {
        self.unlist(at);
        self.show(at, EMPTY ^ WALL);
        self.lose_beside(at)
    }

    fn lose_beside(&mut self, at: At) -> bool {
        let touch = Group::touch(at);
        let mut dead = false;
        for near in self.beside(at) {
            let group = &mut self.groups[i::<N>(self.head[i::<N>(near)])];
            group.lose(touch);
            dead |= group.is_dead();
        }
        dead
    }

    /// A stone on an empty point; nothing is taken yet. Whether a group, or this stone's, may have no liberty left.
    #[inline(always)]
    pub(crate) fn put(&mut self, at: At, color: u8) -> bool {
        self.unlist(at);
        self.show(at, EMPTY ^ color);
        let around = self.around(at);
        let dead = self.lose_beside(at);
        let own = self.open[around.beside_mask(EMPTY) as usize & 15].touches(at);
        dead | self.connect(at, around.beside_mask(color), own)
    }

    /// A stone that joins the group of its first friend, or founds one; then its other friends' groups come to it.
    /// Nothing is asked that can be computed: a wrong guess costs the processor more than the whole sum.
    fn connect(&mut self, at: At, friends: u32, own: Group) -> bool {
        self.groups[i::<N>(at)] = Group::NONE;
        self.stones[i::<N>(at)] = 0;
        self.next[i::<N>(at)] = at;
        let stranger = u32::from(friends == 0);
        // With no friend this is the place itself, whose head it is.
        let mut home = self.head
            [i::<N>(at.wrapping_add(self.steps[(friends | stranger << 4).trailing_zeros() as usize & 7]))];
        self.head[i::<N>(at)] = home;
        self.next[i::<N>(at)] = self.next[i::<N>(home)];
        self.next[i::<N>(home)] = at;
        self.stones[i::<N>(home)] += 1;
        let group = &mut self.groups[i::<N>(home)];
        group.join(own);
        let [up, left, right, down] = self.beside(at).map(|near| u32::from(self.head[i::<N>(near)] != home));
        let mut others = (up | left << 1 | right << 2 | down << 3) & friends;
        while others != 0 {
            let head = self.head[i::<N>(self.step(at, others))];
            if head != home {
                home = self.join(home, head);
            }
            others &= others - 1;
        }
        self.groups[i::<N>(home)].is_dead()
    }

    /// The neighbour of the lowest bit.
    fn step(&self, at: At, mask: u32) -> At {
        at.wrapping_add(self.steps[mask.trailing_zeros() as usize & 3])
    }

    /// The smaller group takes the larger one's head; two rings become one by swapping a link.
    fn join(&mut self, one: At, other: At) -> At {
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

    /// Takes a group off, its first stone last: the others still count on it.
    pub(crate) fn remove(&mut self, group: At) {
        let color = self.what(group);
        let head = self.head[i::<N>(group)];
        let mut at = self.next[i::<N>(head)];
        loop {
            let next = self.next[i::<N>(at)];
            self.show(at, color ^ EMPTY);
            self.head[i::<N>(at)] = at;
            self.groups[i::<N>(at)] = Group::NO_GROUP;
            self.list(at);
            let touch = Group::touch(at);
            for near in self.beside(at) {
                let group = &mut self.groups[i::<N>(self.head[i::<N>(near)])];
                group.gain(touch);
                self.wake(near);
            }
            if at == head {
                break;
            }
            at = next;
        }
    }

    /// Changes what is on a place, here and in what its neighbours see.
    fn show(&mut self, at: At, change: u8) {
        self.what[i::<N>(at)] ^= change;
        for (direction, near) in self.ring(at).into_iter().enumerate() {
            self.around[i::<N>(near)].flip(direction, change);
        }
    }
}
