//! Learned rules as files of two to four kilobytes, `KRKR.rule`.
//!
//! The file is binary: as text it would be twice as large, and no reader wants a tree of a thousand
//! branches. `drawproof mine --emit json` writes the readable form. All numbers are little-endian.
//!
//! | field | bytes |
//! |---|---|
//! | magic | `drawrule` |
//! | version | 1 byte |
//! | endgame, command | each a length and text |
//! | checksum of the table | 8 bytes |
//! | draws, decisive positions, draws spotted | 3 numbers |
//! | checksum of the features' expressions | 8 bytes |
//! | number of features, their names | a number; for each the length of the prefix it shares with the name before, and the rest as length and text |
//! | number of questions, their thresholds | a number; 1 byte a question |
//! | questions that begin the next feature | 1 bit a question |
//! | number of branches, the question of each | a number; 1 byte each up to 256 questions, else 2 |
//! | children that are branches | 2 bits a branch |
//! | leaves that claim a draw | 1 bit a leaf |
//! | the busiest branches | for each the distance from the one before and its visits, 2 numbers |
//! | checksum of all bytes before | 8 bytes |
//!
//! A number is a LEB128 varint. Features are stored by name, so a library may grow or change its
//! order. A file is refused if the checksum of the features' expressions differs.

use std::{error::Error, fmt};

use crate::{
    bytes::{Reader, put_number, put_text},
    emit::plan::{BRANCHES_IN_CODE, busiest},
    learned::LearnedRule,
    library::Library,
    men::Men,
    operator::Operator,
    packed::{Bits, PackedTree},
};

const MAGIC: &[u8; 8] = b"drawrule";

/// The version of the format.
const VERSION: u8 = 1;

/// The reason why a file is not a learned rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFileError {
    /// The magic bytes are wrong: the file is of another kind.
    Magic,
    /// The file has another version of the format.
    Version {
        /// The version in the file.
        found: u8,
    },
    /// The checksum differs: the file was truncated or changed.
    Checksum,
    /// The field of this name is invalid or contradicts another one.
    Malformed(&'static str),
    /// The endgame has no feature with this name.
    UnknownFeature(String),
    /// A feature has a different expression than when the rule was learned.
    ChangedFeatures,
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RuleFileError::Magic => write!(f, "not a learned rule"),
            RuleFileError::Version { found } => {
                write!(f, "a learned rule of version {found}, this program reads {VERSION}")
            }
            RuleFileError::Checksum => write!(f, "the file is damaged; restore or learn it again"),
            RuleFileError::Malformed(field) => write!(f, "the {field} cannot be right"),
            RuleFileError::UnknownFeature(name) => write!(
                f,
                "there is no feature {name}; learn the rule again with 'drawproof mine --emit rule'"
            ),
            RuleFileError::ChangedFeatures => write!(
                f,
                "a feature changed since the rule was learned; learn it again with 'drawproof mine \
                 --emit rule'"
            ),
        }
    }
}

impl Error for RuleFileError {}

/// Converts the name of an invalid field.
impl From<&'static str> for RuleFileError {
    fn from(field: &'static str) -> RuleFileError {
        RuleFileError::Malformed(field)
    }
}

/// Encodes a rule as the bytes of a file. `library` holds the features of the rule's endgame.
pub fn write(rule: &LearnedRule, library: &Library) -> Vec<u8> {
    let packed = PackedTree::new(&rule.tree);
    let mut out = MAGIC.to_vec();
    out.push(VERSION);
    put_text(&mut out, &rule.endgame);
    put_text(&mut out, &rule.command);
    out.extend(rule.table_checksum.to_le_bytes());
    for count in [rule.draws, rule.decisive, rule.spotted] {
        put_number(&mut out, count);
    }
    out.extend(expressions(library, &packed.features).to_le_bytes());
    put_number(&mut out, packed.features.len() as u64);
    let mut before = "";
    for &feature in &packed.features {
        let name = &library.features()[feature].name;
        let shared = name.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
        put_number(&mut out, shared as u64);
        put_text(&mut out, &name[shared..]);
        before = name;
    }
    put_number(&mut out, packed.thresholds.len() as u64);
    out.extend(&packed.thresholds);
    put_bits(&mut out, &packed.opens, packed.thresholds.len());
    let branches = packed.questions.len();
    put_number(&mut out, branches as u64);
    for &question in &packed.questions {
        out.extend(&question.to_le_bytes()[..question_bytes(&packed)]);
    }
    put_bits(&mut out, &packed.shape, 2 * branches);
    put_bits(&mut out, &packed.claims, branches + 1);
    let in_code = busiest(&rule.visits);
    let mut before = 0;
    for (branch, &visits) in rule.visits.iter().enumerate().filter(|&(branch, _)| in_code[branch]) {
        put_number(&mut out, (branch - before) as u64);
        put_number(&mut out, visits);
        before = branch;
    }
    out.extend(checksum(&out).to_le_bytes());
    out
}

/// Reads the rule from the bytes of a file. Branches other than the busiest have no visits.
pub fn read(bytes: &[u8]) -> Result<LearnedRule, RuleFileError> {
    let Some((&version, _)) = bytes.strip_prefix(MAGIC).and_then(<[u8]>::split_first) else {
        return Err(RuleFileError::Magic);
    };
    if version != VERSION {
        return Err(RuleFileError::Version { found: version });
    }
    let (content, sum) = bytes.split_last_chunk().ok_or(RuleFileError::Checksum)?;
    if content.len() <= MAGIC.len() || checksum(content) != u64::from_le_bytes(*sum) {
        return Err(RuleFileError::Checksum);
    }
    let mut left = Reader(&content[MAGIC.len() + 1..]);
    let endgame = text(&mut left).ok_or("endgame")?;
    let command = text(&mut left).ok_or("command")?;
    let table_checksum = left.fixed(8).ok_or("table checksum")?;
    let mut count = || left.number().ok_or("counts");
    let [draws, decisive, spotted] = [count()?, count()?, count()?];
    let men = Men::of_endgame(&endgame).ok_or("endgame")?;
    let library = Library::new(men);
    let expected = left.fixed(8).ok_or("checksum of the features")?;
    let features = features(&mut left, &library)?;
    if expressions(&library, &features) != expected {
        return Err(RuleFileError::ChangedFeatures);
    }
    let tree = tree(&mut left, features)?.unpack().ok_or("tree")?;
    let mut visits = vec![0; tree.branches.len()];
    let mut branch = 0;
    for _ in 0..visits.len().min(BRANCHES_IN_CODE) {
        branch += left.size().ok_or("visits")?;
        *visits.get_mut(branch).ok_or("visits")? = left.number().ok_or("visits")?;
    }
    if !left.0.is_empty() {
        return Err("length".into());
    }
    Ok(LearnedRule { endgame, command, table_checksum, draws, decisive, spotted, tree, visits })
}

/// Reads the library numbers of the features, in ascending order.
fn features(left: &mut Reader, library: &Library) -> Result<Vec<usize>, RuleFileError> {
    let mut name = String::new();
    let mut features = Vec::new();
    for _ in 0..left.size().ok_or("features")? {
        let shared = left.size().ok_or("features")?;
        if !name.is_char_boundary(shared) {
            return Err("features".into());
        }
        name.truncate(shared);
        name.push_str(&text(left).ok_or("features")?);
        let found = library.features().iter().position(|feature| feature.name == name);
        features.push(found.ok_or_else(|| RuleFileError::UnknownFeature(name.clone()))?);
    }
    Ok(features)
}

fn tree(left: &mut Reader, features: Vec<usize>) -> Result<PackedTree, RuleFileError> {
    let questions = left.size().ok_or("questions")?;
    let thresholds = left.take(questions).ok_or("questions")?.to_vec();
    let opens = bits(left, questions).ok_or("questions")?;
    let mut packed = PackedTree { features, thresholds, opens, ..PackedTree::default() };
    let branches = left.size().ok_or("branches")?;
    if branches == 0 || branches > usize::from(u16::MAX) {
        return Err("branches".into());
    }
    let width = question_bytes(&packed);
    let question = |bytes: &[u8]| u16::from(bytes[0]) | u16::from(*bytes.get(1).unwrap_or(&0)) << 8;
    let asked = left.take(branches * width).ok_or("branches")?;
    packed.questions = asked.chunks_exact(width).map(question).collect();
    packed.shape = bits(left, 2 * branches).ok_or("branches")?;
    packed.claims = bits(left, branches + 1).ok_or("leaves")?;
    Ok(packed)
}

/// Returns the number of bytes that the number of a question takes.
fn question_bytes(packed: &PackedTree) -> usize {
    if packed.is_narrow() { 1 } else { 2 }
}

/// Returns a checksum of the expressions of features. The checksum depends only on their structure,
/// not on the order of the library.
fn expressions(library: &Library, features: &[usize]) -> u64 {
    let program = library.program();
    let mut sums: Vec<u64> = Vec::with_capacity(program.nodes().len());
    for (id, node) in program.nodes().iter().enumerate() {
        let operator = match node.operator {
            Operator::Constant => "constant",
            Operator::Man => "man",
            Operator::FirstToMove => "first to move",
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Not => "not",
            operator => operator.function().expect("all others are functions"),
        };
        let mut bytes = operator.as_bytes().to_vec();
        bytes.extend(node.number.to_le_bytes());
        for &operand in program.operands(id as u32) {
            bytes.extend(sums[operand as usize].to_le_bytes());
        }
        sums.push(checksum(&bytes));
    }
    let nodes = features.iter().map(|&feature| library.features()[feature].node as usize);
    checksum(&nodes.flat_map(|node| sums[node].to_le_bytes()).collect::<Vec<u8>>())
}

/// Returns the 64-bit FNV-1a hash. It is a few lines that no build script has to download, and each
/// step is a bijection of the state, so every change of a single byte is detected.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Appends bits, lowest first.
fn put_bits(bytes: &mut Vec<u8>, bits: &Bits, count: usize) {
    let all = bits.words.iter().flat_map(|word| word.to_le_bytes());
    bytes.extend(all.take(count.div_ceil(8)));
}

fn bits(left: &mut Reader, count: usize) -> Option<Bits> {
    let bytes = left.take(count.div_ceil(8))?;
    Some(Bits::new((0..count).map(|bit| bytes[bit / 8] >> (bit % 8) & 1 != 0)))
}

fn text(left: &mut Reader) -> Option<String> {
    let length = left.size()?;
    left.text(length)
}
