//! The searcher's own board: a mailbox with walls, where red stones and the edge are the same wall.
//! Groups are rings of stones that know how often they touch each empty point (pseudo-liberties), so that a stone
//! costs the same on any board. What each point sees around it is kept as a `Code`, ready for the tables in `shape`.
//!
//! This is where a playout spends its time. `N` is a power of two, so that a place is masked instead of checked; and
//! the counts of places that are no group are kept too, wrongly, because not asking is quicker than asking.

use rules::go::{Color, Point, Size};

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

/// Liberties counted once for every stone that touches them, with the sums of their places and of the squares of
/// these, all in one number: 14 bits, 25 bits, 25 bits. The squares overflow, but on no board by so much that four
/// touches of different points look like touches of one.
#[derive(Clone, Copy)]
struct Group(u64);

/// What a touch of each place adds to a group.
static TOUCHES: [u64; 4096] = {
    let mut touches = [0; 4096];
    let mut place = 0;
    while place < touches.len() {
        let at = place as u64;
        touches[place] = 1 | at << 14 | (at * at) << 39;
        place += 1;
    }
    touches
};

/// For a set of neighbours, what touches of them add up to: one multiplication instead of a question for each.
#[derive(Clone, Copy, Default)]
struct Open {
    count: u64,
    by_place: u64,
    rest: u64,
}

impl Open {
    fn new(steps: &[i64]) -> Open {
        let sum: i64 = steps.iter().sum();
        let squares: i64 = steps.iter().map(|step| step * step).sum();
        let rest = (sum << 14).wrapping_add(squares << 39) as u64;
        Open { count: steps.len() as u64, by_place: (sum << 40) as u64, rest }
    }

    fn touches(&self, at: At) -> Group {
        let each = Group::touch(at).wrapping_mul(self.count);
        Group(each.wrapping_add(self.by_place.wrapping_mul(u64::from(at))).wrapping_add(self.rest))
    }
}

const COUNT: u64 = (1 << 14) - 1;

impl Group {
    /// For places that are no group: a count that never comes to nothing.
    const NO_GROUP: Group = Group(1 << 13);

    fn touch(at: At) -> u64 {
        TOUCHES[usize::from(at) & (TOUCHES.len() - 1)]
    }

    fn is_dead(self) -> bool {
        self.0 & COUNT == 0
    }

    /// The only liberty, if there is just one.
    fn last_liberty(self) -> Option<At> {
        if !self.is_in_atari() {
            return None;
        }
        Some(((self.0 >> 14 & ((1 << 25) - 1)) / (self.0 & COUNT)) as At)
    }

    /// All liberties are one point if the sum of the squares is as small as it can be.
    fn is_in_atari(self) -> bool {
        let (count, sum, squares) = (self.0 & COUNT, self.0 >> 14 & ((1 << 25) - 1), self.0 >> 39);
        // No point has more than four neighbours.
        (count.wrapping_sub(1) < 4) & ((count * squares).wrapping_sub(sum * sum) << 39 == 0)
    }
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

#[derive(Clone)]
struct List<const N: usize> {
    places: [At; N],
    count: usize,
}

impl<const N: usize> Default for List<N> {
    fn default() -> List<N> {
        List { places: [PASS; N], count: 0 }
    }
}

impl<const N: usize> List<N> {
    /// Adds a place and says where.
    fn push(&mut self, at: At) -> At {
        let slot = self.count;
        self.places[slot & (N - 1)] = at;
        self.count += 1;
        slot as At
    }

    /// Takes the place at `slot` out and says which took its slot.
    fn take(&mut self, slot: At) -> At {
        self.count -= 1;
        let last = self.places[self.count & (N - 1)];
        self.places[i::<N>(slot)] = last;
        last
    }

    fn all(&self) -> &[At] {
        &self.places[..self.count.min(N)]
    }
}

const ASLEEP: At = 1 << 15;

fn opens(stride: i64) -> [Open; 16] {
    std::array::from_fn(|mask| {
        let steps = [-stride, -1, 1, stride];
        let open = (0..4).filter(|direction| mask >> direction & 1 == 1).map(|direction| steps[direction]);
        Open::new(&open.collect::<Vec<i64>>())
    })
}

/// Never out of bounds: `N` is a power of two.
fn i<const N: usize>(at: At) -> usize {
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
            open: opens(stride.into()),
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

    fn group(&self, at: At) -> Group {
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

    fn is_dead(&self, at: At) -> bool {
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

    /// A stone by the rules of ordinary Go: what it takes goes first, then itself if it has no liberty.
    pub(crate) fn play(&mut self, color: u8, at: At) {
        self.barred = PASS;
        if at == PASS {
            self.passes += 1;
            return;
        }
        self.passes = 0;
        let around = self.around(at);
        let alone = !around.has_beside(EMPTY) && !around.has_beside(color);
        if !self.put(at, color) {
            return;
        }
        let (taken, last) = self.take_beside(at, WALL - color);
        if alone && taken == 1 {
            self.barred = last;
        }
        if self.is_dead(at) {
            self.remove(at);
        }
    }

    /// Takes the groups of this colour beside `at` that have no liberty: how many stones, and one of them.
    fn take_beside(&mut self, at: At, color: u8) -> (u16, At) {
        let (mut taken, mut last) = (0, PASS);
        for near in self.beside(at) {
            if (self.what(near) == color) & self.group(near).is_dead() {
                taken += self.stones(near);
                last = near;
                self.remove(near);
            }
        }
        (taken, last)
    }

    /// Both stones at once, by the rules of simultaneous Go; one point for both turns red.
    pub(crate) fn play_both(&mut self, black: At, white: At) {
        self.barred = PASS;
        if black == white {
            self.collide(black);
            return;
        }
        self.passes = 0;
        let some_died = (black != PASS && self.put(black, BLACK)) | (white != PASS && self.put(white, WHITE));
        if some_died {
            self.remove_dead_near(black, white);
        }
    }

    fn collide(&mut self, at: At) {
        if at == PASS {
            self.passes += 2;
            return;
        }
        self.passes = 0;
        if self.void {
            self.barred = at;
            return;
        }
        if self.wall(at) {
            self.remove_dead_near(at, PASS);
        }
    }

    /// Only groups that touch a new stone can have lost their last liberty. All are found before any is removed.
    fn remove_dead_near(&mut self, black: At, white: At) {
        let touched = |at: At| {
            let [up, left, right, down] = self.beside(at);
            [at, up, left, right, down].map(|near| if self.is_dead(near) { near } else { PASS })
        };
        let dead = [touched(black), touched(white)];
        for at in dead.into_iter().flatten() {
            // Two of them may be stones of one group.
            if at != PASS && self.what(at) != EMPTY {
                self.remove(at);
            }
        }
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
            group.0 = group.0.wrapping_sub(touch);
            dead |= group.is_dead();
        }
        dead
    }

    /// A stone on an empty point; nothing is taken yet. Whether a group, or this stone's, may have no liberty left.
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
        self.groups[i::<N>(at)] = Group(0);
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
        group.0 = group.0.wrapping_add(own.0);
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
        group.0 = group.0.wrapping_add(gained.0);
        self.stones[i::<N>(large)] += self.stones[i::<N>(small)];
        self.next.swap(i::<N>(large), i::<N>(small));
        large
    }

    /// Takes a group off, its first stone last: the others still count on it.
    fn remove(&mut self, group: At) {
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
                group.0 = group.0.wrapping_add(touch);
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
