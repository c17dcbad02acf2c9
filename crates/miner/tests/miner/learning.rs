//! Learned rules are sound, counted correctly, packed correctly, and make the same claims in every
//! language.

use std::{
    ops::ControlFlow,
    path::Path,
    process::Command,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use drawproof_features::{
    Library, Men,
    learned::LearnedRule,
    packed::PackedTree,
    rule_file::{self, RuleFileError},
    tree::{Child, Tree},
};
use drawproof_generator::solve_closure;
use drawproof_miner::{
    Learning, Size, checksum,
    count::{count, demote_unsound},
    counted_trees,
    emit::{Language, source},
    learn,
    tree_rule::TreeRule,
    world::World,
};
use drawproof_tables::{
    NormalMaterial, PlainTable, TableSet,
    progress::{Progress, Stage, Steps},
};
use drawproof_verifier::{
    Asker, Counting, Options, Subject, Verdict, Verification,
    subject::{Plugin, Slots},
};

/// An endgame and its tables.
struct Solved {
    name: &'static str,
    material: NormalMaterial,
    tables: TableSet,
    library: Library,
}

/// An endgame and the trees learned from it, shared by all tests.
struct Known {
    solved: Solved,
    learning: Learning,
}

/// The sizes up to which the tests of trees learn.
const SIZES: [Size; 5] =
    [Size::Leaves(20), Size::Leaves(150), Size::Bytes(300), Size::Spotted(0.6), Size::Leaves(40)];

/// The size of the shipped rules.
const SHIPPED: [Size; 1] = [Size::Bytes(2048)];

static KPK: LazyLock<Known> = LazyLock::new(|| Known::new("KPK", &SIZES));
static KNNK: LazyLock<Known> = LazyLock::new(|| Known::new("KNNK", &SIZES));
static KRKR: LazyLock<Known> = LazyLock::new(|| Known::new("KRKR", &SHIPPED));
static KBKP: LazyLock<Solved> = LazyLock::new(|| Solved::new("KBKP"));

impl Solved {
    fn new(name: &'static str) -> Solved {
        let material = name.parse::<NormalMaterial>().expect("an endgame");
        let tables = solve_closure(&[material], &()).expect("it fits a byte");
        let library = Library::new(Men::of_endgame(name).expect("an endgame"));
        Solved { name, material, tables, library }
    }

    fn table(&self) -> &PlainTable {
        self.tables.get(self.material).expect("it was solved")
    }

    fn world(&self) -> World<'_> {
        World::new(self.table())
    }

    fn verified_in(&self, counting: Counting, rule: &dyn Subject) -> Verdict {
        let options = Options { counting, ..Options::default() };
        let verified =
            Verification::new(self.material, &self.tables, &options).run(Asker::Function(rule));
        verified.expect("it can be verified").verdict
    }
}

impl Known {
    fn new(name: &'static str, sizes: &[Size]) -> Known {
        let solved = Solved::new(name);
        let learning = learned(&solved.world(), &solved.library, sizes, u64::MAX);
        Known { solved, learning }
    }

    fn tree(&self, size: Size) -> Tree {
        self.learning.trees(&[size]).remove(0).expect("a tree claims something")
    }
}

fn learned(world: &World, library: &Library, sizes: &[Size], memory_bytes: u64) -> Learning {
    let steps = Steps { progress: &(), endgame: world.layout().material() };
    let learning = learn(world, library, sizes, memory_bytes, steps);
    learning.continue_value().expect("nobody stops it")
}

/// Asks to stop at a step, and counts the steps that begin.
struct StopAt(usize, AtomicUsize);

impl Progress for StopAt {
    fn begin(&self, _: Stage, _: u64) {
        self.1.fetch_add(1, Relaxed);
    }

    fn advance(&self, _: Stage, _: u64) -> ControlFlow<()> {
        if self.1.load(Relaxed) < self.0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Learning ends before the step at which the caller stops it.
#[test]
fn learning_can_be_stopped_before_each_step() {
    let (solved, sizes) = (&KPK.solved, [Size::Leaves(20)]);
    for stopped in 1..=3 {
        let stop = StopAt(stopped, AtomicUsize::new(0));
        let steps = Steps { progress: &stop, endgame: solved.material };
        let learning = learn(&solved.world(), &solved.library, &sizes, u64::MAX, steps);
        assert_eq!((learning.is_break(), stop.1.into_inner()), (true, stopped));
    }
}

/// No tree exceeds its size, every tree is sound as grown, and the verifier's counts equal the
/// miner's.
#[test]
fn trees_are_sound_and_counted_right() {
    for (known, least) in [(&*KRKR, 0.9), (&KPK, 0.95), (&KNNK, 0.99)] {
        let Solved { name, library, .. } = &known.solved;
        let world = known.solved.world();
        let trees = [SIZES[0], SIZES[1], SIZES[2], SIZES[3]].map(|size| known.tree(size));
        assert!(trees[0].leaves() <= 20 && trees[1].leaves() <= 150, "{name}");
        assert!(PackedTree::new(&trees[2]).bytes() <= 300, "{name}");
        for tree in &trees {
            let counted = count(&world, library, tree);
            let mut kept = tree.clone();
            assert_eq!(demote_unsound(&mut kept, &counted), 0, "{name}");
            assert_eq!(kept, *tree, "nothing in a learned tree is idle");
        }
        let counted = count(&world, library, &trees[1]);
        assert!(counted.share() >= least, "{name} {}", counted.share());
        let verdict =
            known.solved.verified_in(Counting::Full, &TreeRule::new("learned", library, &trees[1]));
        assert!(verdict.is_sound(), "{name}");
        let total = verdict.total();
        assert_eq!((total.draws, total.decisive), (counted.draws, counted.decisive), "{name}");
        assert_eq!(total.spotted, counted.spotted, "{name}");
    }
}

/// With little memory, trees are learned from a sample and the positions that refute them. Once
/// counted, they are sound, and not much worse than the shipped tree, which is larger. With so many
/// positions, features are chosen first.
#[test]
fn trees_learned_in_little_memory_are_sound() {
    let Solved { library, .. } = &*KBKP;
    let world = KBKP.world();
    let sizes = [Size::Leaves(150)];
    let learning = learned(&world, library, &sizes, 1);
    assert!(learning.offered.1 < learning.offered.0, "features were chosen");
    assert!(10 * learning.decisive < world.count().1, "{} of them", learning.decisive);
    let (tree, counted, _) = counted_trees(&learning, &sizes, &world, library).remove(0);
    let all = rule_file::read(&shipped("KBKP")).expect("a learned rule");
    let share = all.spotted as f64 / all.draws as f64;
    assert!(counted.share() > 0.5 * share, "{} of {share}", counted.share());
    let rule = TreeRule::new("learned", library, &tree);
    let verdict = KBKP.verified_in(Counting::Full, &rule);
    assert!(verdict.is_sound() && verdict.total().spotted == counted.spotted);
}

/// Counting finds a wrong claim, which is then removed.
#[test]
fn unsound_leaves_are_demoted() {
    let tree = KPK.tree(Size::Leaves(30));
    let mut spoilt = tree.clone();
    let unknown = Child::Unknown;
    let found = spoilt.branches.iter_mut().flat_map(|branch| branch.children.iter_mut());
    let leaf = found.into_iter().find(|child| **child == unknown).expect("not all is claimed");
    *leaf = Child::Draw;
    let counted = count(&KPK.solved.world(), &KPK.solved.library, &spoilt);
    assert_eq!(demote_unsound(&mut spoilt, &counted), 1);
    assert_eq!(spoilt, tree);
}

/// The packed tree gives the same answers for all values of the features.
#[test]
fn packed_trees_answer_alike() {
    let tree = KPK.tree(Size::Leaves(150));
    let packed = PackedTree::new(&tree);
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let values: Vec<u8> = packed
            .features
            .iter()
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 60) as u8
            })
            .collect();
        let place = |feature| packed.features.binary_search(&feature).expect("it is used");
        let leaf = tree.leaf(|feature| values[place(feature)]);
        assert_eq!(tree.claims(leaf), packed.claims_draw(|place| values[place]));
    }
}

fn run(command: &mut Command) {
    let output = command.output().expect("the compiler runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the file of the shipped rule about an endgame.
fn shipped(name: &str) -> Vec<u8> {
    let file = format!("crates/recognizers/src/learned/{}.rule", name.to_lowercase());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    std::fs::read(path).expect("a learned rule")
}

/// Checks that a rule read from its file becomes the same source code, and that every damaged file
/// is an error.
fn stored_and_read(rule: &LearnedRule, library: &Library) {
    let bytes = rule_file::write(rule, library);
    let read = rule_file::read(&bytes).expect("the written bytes are valid");
    assert_eq!((&read.tree, read.spotted), (&rule.tree, rule.spotted));
    for language in [Language::C, Language::Rust, Language::Json] {
        assert_eq!(source(&read, library, language), source(rule, library, language));
    }
    assert_eq!(rule_file::write(&read, library), bytes);
    for cut in 0..bytes.len() {
        assert!(rule_file::read(&bytes[..cut]).is_err(), "cut after {cut} bytes");
    }
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = rule_file::read(&flipped).expect_err("a bit was flipped");
        match bit / 8 {
            0..8 => assert_eq!(error, RuleFileError::Magic),
            8 => assert!(matches!(error, RuleFileError::Version { .. })),
            _ => assert_eq!(error, RuleFileError::Checksum),
        }
    }
}

/// The source code in C, C++ and Rust, compiled and loaded, makes the claims of the tree. It covers
/// the shipped rules, trees of two kilobytes, and one tree small enough to be all code. One shipped
/// rule is learned again, the other is read from its file.
#[test]
fn source_code_claims_the_same_in_every_language() {
    let kbkp = rule_file::read(&shipped("KBKP")).expect("a learned rule");
    let [full, small] = [SHIPPED[0], Size::Leaves(40)];
    for (solved, tree, size) in [
        (&KRKR.solved, KRKR.tree(full), full),
        (&*KBKP, kbkp.tree, full),
        (&KNNK.solved, KNNK.tree(small), small),
    ] {
        let (name, library) = (solved.name, &solved.library);
        let counted = count(&solved.world(), library, &tree);
        let rule = LearnedRule {
            endgame: name.into(),
            command: format!("drawproof mine {name} --bytes 2048 --emit rule"),
            table_checksum: checksum(solved.table()),
            draws: counted.draws,
            decisive: counted.decisive,
            spotted: counted.spotted,
            tree,
            visits: counted.visits,
        };
        stored_and_read(&rule, library);
        if size == full {
            assert!(rule_file::write(&rule, library) == shipped(name), "{name}: the files differ");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = |suffix: &str| folder.path().join(format!("rule.{suffix}"));
        let write = |language, path: &Path| {
            std::fs::write(path, source(&rule, library, language)).expect("it is written");
            assert_eq!(source(&rule, library, language), source(&rule, library, language));
        };
        let has_tables = source(&rule, library, Language::Rust).contains("QUESTIONS");
        assert_eq!(has_tables, size == full, "{name}");
        write(Language::C, &file("c"));
        write(Language::Cpp, &file("cpp"));
        write(Language::Rust, &file("rs"));
        let flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC"];
        let library_of = |suffix: &str| folder.path().join(format!("{suffix}.so"));
        for (compiler, standard, suffix) in [("gcc", "-std=c99", "c"), ("g++", "-std=c++11", "cpp")]
        {
            let mut command = Command::new(compiler);
            command.args(flags).args([standard, "-DDRAWPROOF_PLUGIN", "-o"]);
            run(command.arg(library_of(suffix)).arg(file(suffix)));
        }
        let mut rustc = Command::new("rustc");
        rustc.args(["-O", "-Dwarnings", "--crate-type", "cdylib", "--cfg", "drawproof_plugin"]);
        run(rustc.arg("-o").arg(library_of("rs")).arg(file("rs")));
        let learned = TreeRule::new("learned", library, &rule.tree);
        let of_classes = solved.verified_in(Counting::Unique, &learned).total().spotted;
        // The code of the small tree is called for every image of a position, that of the others
        // for one.
        let of_c = if size == full {
            (Counting::Unique, of_classes)
        } else {
            (Counting::Full, counted.spotted)
        };
        for (suffix, (counting, spotted)) in [
            ("c", of_c),
            ("cpp", (Counting::Unique, of_classes)),
            ("rs", (Counting::Unique, of_classes)),
        ] {
            let slots = Slots::private().expect("memory is available");
            let plugin = Plugin::load(&library_of(suffix), slots).expect("it is a plugin");
            let verdict = solved.verified_in(counting, &plugin);
            assert!(verdict.is_sound(), "{name} {suffix}");
            assert_eq!(verdict.total().spotted, spotted, "{name} {suffix}");
        }
    }
}
