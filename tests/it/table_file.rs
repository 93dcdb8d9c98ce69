//! Tables in files: what was written is read, and anything else is refused with its reason.

use std::fs;
use std::io;
use std::time::{Duration, SystemTime};

use puzzle_search::heuristics::{Abstraction, PatternDatabase, WalkingDistance};
use puzzle_search::job::{BuildError, CachedTable, Front, Meter, TableBuilder, open_or_build};
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::{DistanceOracle, Encoding, SpaceError};
use puzzle_search::table_file::{
    self, TableBytes, TableEncoding, TableFile, TableHeader, TableKind, checksum,
};
use puzzle_search::{
    BreadthFirst, Limits, Neighbor, NeighborOf, Puzzle, Ranked, Reversible, Search, Solver, Stop,
    UniformCost,
};

use crate::support::{Temporary, unfinished};

fn header() -> TableHeader {
    TableHeader {
        kind: TableKind::PatternDatabase,
        encoding: TableEncoding::HalvedNibbles,
        puzzle: checksum(b"a puzzle"),
        description: "the upper half".into(),
        entries: 999,
    }
}

fn payload() -> Vec<u8> {
    (0..500_u32).map(|at| (at * at % 251) as u8).collect()
}

#[test]
fn what_is_saved_is_loaded() {
    let file = Temporary::new("saved.table");
    table_file::save(&file.0, &header(), &payload()).expect("it can be written");
    let loaded = table_file::load(&file.0, &header()).expect("it was just written");
    assert_eq!(*loaded, *payload());
    let opened = TableFile::open(&file.0).expect("it was just written");
    assert_eq!(*opened.header(), header());
    #[cfg(feature = "mmap")]
    {
        let mapped = table_file::map(&file.0, &header()).expect("it was just written");
        assert_eq!(*mapped, *payload());
    }
    // Saving again replaces it, and leaves nothing beside it.
    let other = vec![7; 500];
    table_file::save(&file.0, &header(), &other).expect("it can be written");
    assert_eq!(
        *table_file::load(&file.0, &header()).expect("it is there"),
        *other
    );
    let (directory, name) = (file.0.parent(), file.0.file_name());
    let entries = fs::read_dir(directory.expect("a directory")).expect("it can be listed");
    let name = name
        .and_then(|name| name.to_str())
        .expect("an ordinary name");
    let beside = entries.flatten().filter(|entry| {
        let found = entry.file_name();
        found
            .to_str()
            .is_some_and(|found| found.starts_with(name) && found != name)
    });
    assert_eq!(beside.count(), 0);
}

#[test]
fn every_truncation_and_every_flipped_bit_is_noticed() {
    let file = Temporary::new("damaged.table");
    let small = TableHeader {
        entries: 70,
        ..header()
    };
    table_file::save(&file.0, &small, &payload()[..35]).expect("it can be written");
    let sound = fs::read(&file.0).expect("it was just written");
    for length in 0..sound.len() {
        fs::write(&file.0, &sound[..length]).expect("it can be written");
        let error = table_file::load(&file.0, &small).expect_err("it is too short");
        let expected = match length {
            0 => "is not a table: it begins otherwise; remove it, or name another file".into(),
            _ => format!("is truncated: it has {length} bytes, "),
        };
        assert!(error.to_string().contains(&expected), "{error}");
    }
    for at in 0..sound.len() {
        for bit in 0..8 {
            let mut damaged = sound.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&file.0, &damaged).expect("it can be written");
            let error = table_file::load(&file.0, &small).expect_err("a bit is wrong");
            let says = |words: &str| error.to_string().contains(words);
            let expected = match at {
                0..8 => says("is not a table"),
                8..12 => says(" version "),
                12..128 => says("the header of the table") || says("is truncated"),
                _ => says("the entries of the table"),
            };
            assert!(expected, "byte {at}, bit {bit}: {error}");
        }
    }
    let mut longer = sound;
    longer.push(0);
    fs::write(&file.0, &longer).expect("it can be written");
    let error = table_file::load(&file.0, &small).expect_err("it is too long");
    assert!(error.to_string().contains("is too long"), "{error}");
}

#[test]
fn another_table_is_refused() {
    let file = Temporary::new("another.table");
    table_file::save(&file.0, &header(), &payload()).expect("it can be written");
    let others = [
        (
            TableHeader {
                kind: TableKind::DistanceTable,
                ..header()
            },
            "its kind is pattern database, expected distance table",
        ),
        (
            TableHeader {
                puzzle: 5,
                ..header()
            },
            "expected 0000000000000005",
        ),
        (
            TableHeader {
                description: "the lower half".into(),
                ..header()
            },
            "its description is the upper half, expected the lower half",
        ),
        (
            TableHeader {
                encoding: TableEncoding::ModuloThree,
                ..header()
            },
            "its encoding is halved nibbles, expected modulo three",
        ),
        (
            TableHeader {
                entries: 1000,
                ..header()
            },
            "its number of entries is 999, expected 1000",
        ),
    ];
    for (expected, words) in others {
        assert_ne!(expected.file_name(), header().file_name());
        let error = table_file::load(&file.0, &expected).expect_err("it is another");
        assert!(error.to_string().contains("is another table"), "{error}");
        let sentence = format!("{words}; name another file");
        assert!(error.to_string().ends_with(&sentence), "{error}");
    }
}

#[test]
fn older_and_foreign_files_are_named() {
    let file = Temporary::new("foreign.table");
    table_file::save(&file.0, &header(), &payload()).expect("it can be written");
    let mut bytes = fs::read(&file.0).expect("it was just written");
    bytes[8] = 0;
    fs::write(&file.0, &bytes).expect("it can be written");
    let error = TableFile::open(&file.0).expect_err("it is of version 0");
    assert!(
        error
            .to_string()
            .ends_with("has the older version 0: expected 1"),
        "{error}"
    );
    fs::write(&file.0, b"\x89PNG\r\n\x1a\n and so on").expect("it can be written");
    let error = TableFile::open(&file.0).expect_err("it is a picture");
    assert!(error.to_string().contains("is not a table"), "{error}");
    let error = table_file::save(&file.0, &header(), &[0; 3]).expect_err("too little");
    assert_eq!(
        error.to_string(),
        "the table to write has 3 bytes: expected 500, as its header says"
    );
}

#[test]
fn checksums_are_fixed_for_ever() {
    // Files depend on it.
    assert_eq!(checksum(b"puzzle-search"), CHECKSUM);
}

const CHECKSUM: u64 = 10_078_398_367_399_854_932;

#[test]
fn what_a_file_says_is_escaped() {
    let file = Temporary::new("escaped.table");
    let said = TableHeader {
        description: "two\nlines\u{1b}[2J".into(),
        ..header()
    };
    table_file::save(&file.0, &said, &payload()).expect("it is written");
    let error = table_file::load(&file.0, &header()).expect_err("it is another table");
    let sentence = error.to_string();
    assert!(
        sentence.contains(r"its description is two\nlines\u{1b}[2J, "),
        "{sentence}"
    );
}

/// A file may have any name that the file system takes; what is written beside it has a short one.
#[test]
fn long_names_and_long_descriptions() {
    let file = Temporary::new(&"n".repeat(200));
    table_file::save(&file.0, &header(), &payload()).expect("a legal name");
    assert!(table_file::load(&file.0, &header()).is_ok());
    let description = "d".repeat(65_537);
    let long = TableHeader {
        description,
        ..header()
    };
    let error = table_file::save(&file.0, &long, &payload()).expect_err("it is too long");
    assert_eq!(
        error.to_string(),
        "the description of the table to write has 65537 bytes: expected 65536 at most"
    );
}

#[test]
fn what_killed_writers_left_is_removed_after_an_hour() {
    let directory = Temporary::new("killed");
    fs::create_dir(&directory.0).expect("a new directory");
    let left = |name: &str, minutes: u64| {
        let path = directory.0.join(name);
        let file = fs::File::create(&path).expect("it can be written");
        let then = SystemTime::now() - Duration::from_secs(minutes * 60);
        file.set_modified(then).expect("times can be set");
        path
    };
    let old = left(".puzzle-search-0123456789abcdef.tmp", 65);
    let recent = left(".puzzle-search-0123456789abcdee.tmp", 50);
    let other = left("notes.tmp", 65);
    let file = directory.0.join("a.table");
    table_file::save(&file, &header(), &payload()).expect("it can be written");
    assert!(!old.exists() && recent.exists() && other.exists() && file.exists());
}

/// In two containers processes have the same numbers, and a directory may be in both.
#[test]
fn files_of_a_process_with_the_same_number_are_left_alone() {
    let directory = Temporary::new("containers");
    fs::create_dir(&directory.0).expect("a new directory");
    let names =
        (0..2_000).map(|serial| format!(".puzzle-search-{}-{serial}.tmp", std::process::id()));
    let theirs: Vec<_> = names.map(|name| directory.0.join(name)).collect();
    for path in &theirs {
        fs::write(path, "of another").expect("it can be written");
    }
    let file = directory.0.join("a.table");
    table_file::save(&file, &header(), &payload()).expect("it can be written");
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    let saved = directory.0.join("a.search");
    let search = Search::new(&BreadthFirst::new(), &tiles, [tiles.goal()]);
    search.save_to(&saved).expect("it can be written");
    let of_another = |path| fs::read_to_string(path).is_ok_and(|text| text == "of another");
    assert!(theirs.iter().all(of_another));
    // Nothing is left beside them.
    assert_eq!(
        fs::read_dir(&directory.0).expect("it is there").count(),
        2_002
    );
}

/// A maze whose walls the table of an oracle has to be told from: each is one edge of ten thousand.
#[derive(Clone)]
struct Maze {
    wall: Option<u32>,
}

const SIDE: u32 = 100;

impl Maze {
    fn steps(&self, at: u32) -> impl Iterator<Item = NeighborOf<Self>> {
        let (row, column) = (at / SIDE, at % SIDE);
        let ways = [
            (column + 1 < SIDE, at + 1),
            (column > 0, at.wrapping_sub(1)),
            (row + 1 < SIDE, at + SIDE),
            (row > 0, at.wrapping_sub(SIDE)),
        ];
        // The wall stands on the right of its square.
        let wall = self.wall;
        let is_open =
            move |to: u32| wall.is_none_or(|wall| at.min(to) != wall || at.abs_diff(to) != 1);
        let ways = ways
            .into_iter()
            .filter(move |&(inside, to)| inside && is_open(to));
        ways.map(|(_, to)| Neighbor::unit(to, to))
    }
}

impl Puzzle for Maze {
    type State = u32;
    type Move = u32;
    type Cost = u32;
    fn neighbors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.steps(at)
    }
    fn is_goal(&self, &at: &u32) -> bool {
        at == 0
    }
}

impl Reversible for Maze {
    fn goals(&self) -> impl IntoIterator<Item = u32> {
        [0]
    }
    fn predecessors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.steps(at)
            .map(move |edge| Neighbor::unit(at, edge.state))
    }
}

impl Ranked for Maze {
    fn state_count(&self) -> Option<u128> {
        Some(u128::from(SIDE * SIDE))
    }
    fn rank(&self, &at: &u32) -> Option<u128> {
        Some(at.into()).filter(|&at| at < u128::from(SIDE * SIDE))
    }
    fn unrank(&self, rank: u128) -> Option<u32> {
        u32::try_from(rank).ok().filter(|&at| at < SIDE * SIDE)
    }
}

#[test]
fn an_oracle_of_another_level_is_refused_whatever_wall_it_has() {
    let file = Temporary::new("maze.oracle");
    let oracle = DistanceOracle::new(Maze { wall: None }).expect("it fits");
    oracle.save(&file.0, "").expect("it can be written");
    assert!(DistanceOracle::load(Maze { wall: None }, &file.0, "").is_ok());
    for wall in (0..SIDE * SIDE)
        .step_by(97)
        .filter(|at| at % SIDE + 1 < SIDE)
    {
        let loaded = DistanceOracle::load(Maze { wall: Some(wall) }, &file.0, "");
        assert!(loaded.is_err(), "a wall at {wall}");
    }
}

#[test]
fn an_unfinished_distance_table_that_is_damaged_says_so() {
    let puzzle = SlidingTiles::new(2, 3).expect("a size");
    let path = Temporary::new("half.oracle");
    let unfinished = Temporary(unfinished(&path.0));
    let build = |encoding| DistanceOracle::open_or_build(&puzzle, encoding, &path.0, "2x3");
    let begin = |encoding| build(encoding).limits(Limits::new().max_moves(9)).run();
    assert!(begin(Encoding::Bytes).is_err());
    let bytes = fs::read(&unfinished.0).expect("it was saved");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&unfinished.0, damaged).expect("it can be written");
        let error = build(Encoding::Bytes)
            .run()
            .expect_err("it is damaged")
            .to_string();
        assert!(
            error.ends_with(&format!(": remove {:?} to begin anew", unfinished.0)),
            "{error}"
        );
    }
    fs::write(&unfinished.0, &bytes).expect("it can be written");
    assert!(build(Encoding::ModuloThree).run().is_err());
    // Whole, but not with as many states as it says.
    let table = TableFile::open(&unfinished.0).expect("it is there");
    let mut header = table.header().clone();
    let entries = table_file::load(&unfinished.0, &header).expect("it is whole");
    header.description = header.description.replacen(" 1 2", " 1 3", 1);
    table_file::save(&unfinished.0, &header, &entries).expect("it can be written");
    let error = build(Encoding::Bytes)
        .run()
        .expect_err("it is wrong")
        .to_string();
    assert!(
        error.starts_with("what it says of its entries does not hold: remove "),
        "{error}"
    );
    fs::remove_file(&unfinished.0).expect("it is there");
    let small = Limits::new().max_bytes(300);
    let error = build(Encoding::Bytes)
        .limits(small)
        .run()
        .expect_err("it is too large");
    assert!(matches!(error, SpaceError::TooLarge { .. }), "{error}");
    assert_eq!(
        build(Encoding::Bytes)
            .run()
            .expect("it fits")
            .layers()
            .len(),
        22
    );
}

#[test]
fn a_distance_table_that_cannot_be_written_waits_until_it_can() {
    let puzzle = SlidingTiles::new(2, 3).expect("a size");
    let path = Temporary::new("taken.oracle");
    let mut build = DistanceOracle::open_or_build(&puzzle, Encoding::Bytes, &path.0, "");
    build.set_limits(Limits::new().max_moves(9));
    assert!(matches!(build.run(), Err(SpaceError::Stopped(Stop::Moves))));
    fs::create_dir_all(path.0.join("full")).expect("a directory in its place");
    build.set_limits(Limits::new());
    for _ in 0..2 {
        let error = build.run().expect_err("it cannot be written");
        assert!(matches!(error, SpaceError::TableFile(_)), "{error}");
    }
    let expanded = build.stats().expanded;
    fs::remove_dir_all(&path.0).expect("it is there");
    assert_eq!(build.run().expect("it can be written").layers().len(), 22);
    // Without building it again.
    assert_eq!(build.stats().expanded, expanded);
    assert!(path.0.is_file() && !unfinished(&path.0).exists());
    assert_eq!(build.run().expect("it is there").layers().len(), 22);
}

#[test]
fn the_directory_of_a_distance_table_is_created() {
    let puzzle = SlidingTiles::new(2, 3).expect("a size");
    let directory = Temporary::new("not-there-yet");
    let path = directory.0.join("below/it.oracle");
    let built = DistanceOracle::open_or_build(&puzzle, Encoding::Bytes, &path, "").run();
    assert_eq!(built.expect("it is written").layers().len(), 22);
    assert!(path.is_file());
}

#[test]
fn what_is_read_from_a_file_is_within_the_limit_on_bytes() {
    let directory = Temporary::new("walking-distance");
    let puzzle = SlidingTiles::new(3, 3).expect("a size");
    let built = WalkingDistance::open_or_build(&puzzle, &directory.0).run();
    let mut read = WalkingDistance::open_or_build(&puzzle, &directory.0);
    read.set_limits(Limits::new().max_bytes(100));
    assert_eq!(read.run().err(), Some(BuildError::Stopped(Stop::Bytes)));
    read.set_limits(Limits::new());
    assert_eq!(
        read.run().ok().map(|read| read.positions()),
        built.ok().map(|built| built.positions())
    );
}

/// How many steps lead from 0 to each number below 500. A step subtracts two, or triples and adds one.
struct Steps {
    steps: Vec<u8>,
    /// The progress within a layer.
    at: usize,
    found: u64,
}

const NUMBERS: usize = 500;
const UNKNOWN: u8 = u8::MAX;

impl Steps {
    const fn new() -> Self {
        Self {
            steps: Vec::new(),
            at: 0,
            found: 0,
        }
    }
}

impl TableBuilder for Steps {
    type Table = Vec<u8>;

    fn begin(&mut self, _: &mut Meter<'_>) -> Result<u64, BuildError> {
        self.steps = vec![UNKNOWN; NUMBERS];
        self.steps[0] = 0;
        Ok(1)
    }

    fn advance(&mut self, front: Front, meter: &mut Meter<'_>) -> Result<Option<u64>, BuildError> {
        let depth = front.depth as u8;
        while self.at < NUMBERS {
            if self.steps[self.at] == depth {
                meter.expand(2)?;
                for to in [self.at + NUMBERS - 2, 3 * self.at + 1].map(|to| to % NUMBERS) {
                    if self.steps[to] == UNKNOWN {
                        self.steps[to] = depth + 1;
                        self.found += 1;
                    }
                }
            }
            self.at += 1;
        }
        self.at = 0;
        let found = core::mem::take(&mut self.found);
        Ok((found > 0).then_some(found))
    }

    fn finish(self) -> Vec<u8> {
        self.steps
    }
}

impl CachedTable for Steps {
    fn header(&self) -> TableHeader {
        TableHeader {
            kind: TableKind::DistanceTable,
            encoding: TableEncoding::Bytes,
            puzzle: checksum(b"subtract two, or triple and add one"),
            description: "steps from 0".into(),
            entries: NUMBERS as u64,
        }
    }

    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        sink(&self.steps)
    }

    fn read(self, entries: TableBytes, _: &mut Meter<'_>) -> Result<Vec<u8>, BuildError> {
        Ok(entries.to_vec())
    }

    fn unfinished_bytes(&self) -> Result<Option<usize>, BuildError> {
        Ok(Some(NUMBERS))
    }

    fn resume(&mut self, saved: Vec<u8>, _: &[u64], _: &mut Meter<'_>) -> Result<bool, Stop> {
        self.steps = saved;
        Ok(true)
    }
}

#[test]
fn a_table_is_saved_between_two_layers_only() {
    let directory = Temporary::new("between-layers");
    let task = || open_or_build(|_| Ok(Steps::new()), &directory.0);
    let whole = task().run().expect("nothing stops it");
    assert!(!whole.contains(&UNKNOWN));
    // At every seventh state, since writing files takes time.
    for generated in (0..2 * NUMBERS as u64).step_by(14) {
        fs::remove_dir_all(&directory.0).expect("it was made");
        let stopped = task().limits(Limits::new().max_generated(generated)).run();
        assert_eq!(stopped, Err(BuildError::Stopped(Stop::Generated)));
        // A builder that has not met the states of the layer begun.
        assert_eq!(
            task().run().expect("nothing stops it"),
            whole,
            "{generated}"
        );
    }
    fs::remove_dir_all(&directory.0).expect("it was made");
    let stopped = task().limits(Limits::new().max_moves(5)).run();
    assert_eq!(stopped, Err(BuildError::Stopped(Stop::Moves)));
    let mut rest = task();
    assert_eq!(rest.run().expect("nothing stops it"), whole);
    assert!(rest.stats().expanded < NUMBERS as u64);
}

/// Ten places and the ways between them, each from one place to another at a cost.
#[derive(Clone)]
struct Ways {
    ways: Vec<(u8, u8, u32)>,
    goal: u8,
}

impl Puzzle for Ways {
    type State = u8;
    type Move = (u8, u8);
    type Cost = u32;

    fn neighbors(&self, &at: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let out = self.ways.iter().filter(move |way| way.0 == at);
        out.map(|&(from, to, cost)| Neighbor::new((from, to), to, cost))
    }

    fn is_goal(&self, &at: &u8) -> bool {
        at == self.goal
    }
}

impl Reversible for Ways {
    fn goals(&self) -> impl IntoIterator<Item = u8> {
        [self.goal]
    }

    fn predecessors(&self, &at: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let into = self.ways.iter().filter(move |way| way.1 == at);
        into.map(|&(from, to, cost)| Neighbor::new((from, to), from, cost))
    }
}

impl Ranked for Ways {
    fn state_count(&self) -> Option<u128> {
        Some(10)
    }

    fn rank(&self, &at: &u8) -> Option<u128> {
        (at < 10).then_some(at.into())
    }

    fn unrank(&self, rank: u128) -> Option<u8> {
        (rank < 10).then_some(rank as u8)
    }
}

impl Abstraction<Self> for Ways {
    type Space = Self;

    fn space(&self) -> &Self {
        self
    }

    fn image(&self, _: &Self, at: &u8) -> u8 {
        *at
    }
}

/// A database of dearer steps would estimate too much for cheaper ones, and one of other ways would miss a way.
#[test]
fn databases_of_spaces_that_differ_in_costs_or_in_one_way_have_files_of_their_own() {
    let row = |cost| Ways {
        ways: (0..9).map(|at| (at + 1, at, cost)).collect(),
        goal: 0,
    };
    let ways = |ways: &[(u8, u8, u32)], goal| Ways {
        ways: ways.to_vec(),
        goal,
    };
    let pairs = [
        [row(7), row(2)],
        // A rank that follows may look like one more neighbor at this cost.
        [ways(&[(0, 1, 5)], 5), ways(&[(1, 5, 1)], 5)],
        [
            ways(&[(1, 1, 1), (1, 2, 1)], 2),
            ways(&[(0, 1, 1), (1, 2, 1)], 2),
        ],
    ];
    for pair in pairs {
        let directory = Temporary::new("databases-by-edges");
        for _built_then_read in 0..2 {
            for space in &pair {
                let mut task = PatternDatabase::open_or_build(space, space.clone(), &directory.0);
                let database = task.run().expect("it is small");
                let guided = space.clone().guided_by(database);
                for start in 0..10 {
                    let cost = UniformCost::new().cost(space, &start).ok();
                    assert_eq!(guided.heuristic(&start), cost);
                }
            }
        }
        let files = fs::read_dir(&directory.0).expect("it was made");
        assert_eq!(files.count(), 2);
    }
}
