//! Matchers for `pattern`: deterministic automata over UTF-8 bytes.
//!
//! The generator lowers each regular expression of a contract to a table, so that this crate needs
//! no regex engine, and a text is decided in one pass over its bytes. A table reads like this:
//!
//! ```text
//! Pattern::new(
//!     "^[A-Z]{2}$",
//!     &[b"A-Z"],      // class 1; every other byte is of class 0
//!     &[
//!         [0, 3, 0],  // state 2, the start: on class 0 to state 0, on class 1 to state 3
//!         [0, 4, 0],  // state 3
//!         [0, 0, 1],  // state 4; the last column is 1: the text may end here
//!     ],
//! )
//! ```
//!
//! State 0 is "no match any more" and state 1 "a match, whatever follows": both end the search.

use core::fmt;

/// The state without a way to a match.
const DEAD: usize = 0;

/// The state in which the match is certain.
const FOUND: usize = 1;

/// The number of the first row's state.
const FIRST: usize = 2;

/// A regular expression of a schema, lowered to an automaton.
///
/// Best kept in a `static`: it has a table of its own for the classes of all bytes.
pub struct Pattern {
    source: &'static str,
    /// The column of each byte.
    columns: [u8; 256],
    /// How many cells a row has: one for each class, and one for the end of the text.
    width: usize,
    cells: Cells,
}

/// The rows, one after the other.
#[allow(
    clippy::large_enum_variant,
    reason = "the usual one; and a static is never moved"
)]
enum Cells {
    /// At most 254 cells, so that an index into them is a byte and needs no check. A cell holds
    /// where the next row starts, or [`SMALL_DEAD`] or [`SMALL_FOUND`].
    Small([u8; 256]),
    /// Cells that hold states.
    Narrow(&'static [u8]),
    /// Cells that hold states, of which there are more than a byte can tell apart.
    Wide(&'static [u16]),
    /// Bytes of class 1 and no others, as many as one of the bits set tells: no byte has to wait for the
    /// state that the one before leads to.
    Run(u64),
}

const SMALL_DEAD: u8 = 254;
const SMALL_FOUND: u8 = 255;

impl Pattern {
    /// A pattern from its table: see the module's documentation.
    ///
    /// `classes` are in the notation of a regular expression's character class: ranges and single
    /// bytes, a `-` last where it stands for itself. There is at least one row.
    ///
    /// # Panics
    /// If the table is broken; that is, in a constant: it does not compile.
    pub const fn new<const WIDTH: usize>(
        source: &'static str,
        classes: &[&[u8]],
        rows: &'static [[u8; WIDTH]],
    ) -> Self {
        let cells = rows.as_flattened();
        let mut index = 0;
        while index < cells.len() {
            check_cell(cells[index] as usize, index, WIDTH, rows.len());
            index += 1;
        }
        let cells = match (lengths_of_run(rows), small(cells, WIDTH)) {
            (Some(lengths), _) => Cells::Run(lengths),
            (None, Some(small)) => Cells::Small(small),
            (None, None) => Cells::Narrow(cells),
        };
        Self::with_cells(source, classes, WIDTH, cells)
    }

    /// Like [`new`](Self::new), for more than 254 states.
    ///
    /// # Panics
    /// If the table is broken; that is, in a constant: it does not compile.
    pub const fn wide<const WIDTH: usize>(
        source: &'static str,
        classes: &[&[u8]],
        rows: &'static [[u16; WIDTH]],
    ) -> Self {
        let cells = rows.as_flattened();
        let mut index = 0;
        while index < cells.len() {
            check_cell(cells[index] as usize, index, WIDTH, rows.len());
            index += 1;
        }
        Self::with_cells(source, classes, WIDTH, Cells::Wide(cells))
    }

    const fn with_cells(
        source: &'static str,
        classes: &[&[u8]],
        width: usize,
        cells: Cells,
    ) -> Self {
        assert!(
            width == classes.len() + 2,
            "a row needs a cell for each class and for the end"
        );
        Self {
            source,
            columns: columns(classes),
            width,
            cells,
        }
    }

    /// The regular expression, as the schema has it.
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Whether the expression is found anywhere in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        match &self.cells {
            Cells::Run(lengths) => self.is_run(*lengths, text),
            Cells::Small(cells) => self.run_small(cells, text),
            Cells::Narrow(cells) => self.run(cells, text),
            Cells::Wide(cells) => self.run(cells, text),
        }
    }

    fn is_run(&self, lengths: u64, text: &str) -> bool {
        let is_length = text.len() < u64::BITS as usize && lengths >> text.len() & 1 == 1;
        let of_class = |byte: u8| self.columns[usize::from(byte)] == 1;
        is_length && text.bytes().fold(true, |all, byte| all & of_class(byte))
    }

    fn run_small(&self, cells: &[u8; 256], text: &str) -> bool {
        let mut row = 0_u8;
        for byte in text.bytes() {
            // Cannot wrap: a row that starts there ends within the 254 cells.
            let cell = row.wrapping_add(self.columns[usize::from(byte)]);
            row = cells[usize::from(cell)];
            if row >= SMALL_DEAD {
                return row == SMALL_FOUND;
            }
        }
        // Cannot truncate: a row has at most 254 cells.
        cells[usize::from(row.wrapping_add(self.width as u8 - 1))] == SMALL_FOUND
    }

    fn run<T: Copy + Into<usize>>(&self, cells: &[T], text: &str) -> bool {
        // There is no cell that is not there; if there were, it would be no match.
        let cell = |index: usize| cells.get(index).map_or(DEAD, |cell| (*cell).into());
        let mut row = 0;
        for byte in text.bytes() {
            let state = cell(row + usize::from(self.columns[usize::from(byte)]));
            if state < FIRST {
                return state == FOUND;
            }
            row = (state - FIRST) * self.width;
        }
        cell(row + self.width - 1) == FOUND
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source).finish()
    }
}

/// Refuses a cell that leads nowhere.
const fn check_cell(cell: usize, index: usize, width: usize, rows: usize) {
    let states = if index % width == width - 1 {
        FIRST
    } else {
        FIRST + rows
    };
    assert!(cell < states, "a cell names a state that is not there");
}

/// The lengths of the texts that match, as bits, if these are all texts of bytes of the one class.
const fn lengths_of_run<const WIDTH: usize>(rows: &[[u8; WIDTH]]) -> Option<u64> {
    if WIDTH != 3 || rows.len() > u64::BITS as usize {
        return None;
    }
    let (mut lengths, mut length) = (0, 0);
    while length < rows.len() {
        let is_last = length + 1 == rows.len();
        let next = if is_last { DEAD } else { FIRST + length + 1 };
        if rows[length][0] as usize != DEAD || rows[length][1] as usize != next {
            return None;
        }
        lengths |= (rows[length][2] as u64) << length;
        length += 1;
    }
    Some(lengths)
}

/// The cells in the form of [`Cells::Small`], if they are few enough.
const fn small(cells: &[u8], width: usize) -> Option<[u8; 256]> {
    if cells.len() > SMALL_DEAD as usize {
        return None;
    }
    let mut small = [SMALL_DEAD; 256];
    let mut index = 0;
    while index < cells.len() {
        small[index] = match cells[index] as usize {
            DEAD => SMALL_DEAD,
            FOUND => SMALL_FOUND,
            // Below the number of cells.
            state => ((state - FIRST) * width) as u8,
        };
        index += 1;
    }
    Some(small)
}

/// The class of each byte, from the notation of the classes.
const fn columns(classes: &[&[u8]]) -> [u8; 256] {
    assert!(classes.len() < 256, "more classes than bytes");
    let mut columns = [0; 256];
    let mut class = 0;
    while class < classes.len() {
        let ranges = classes[class];
        class += 1;
        let mut at = 0;
        while at < ranges.len() {
            let first = ranges[at] as usize;
            let is_range = at + 2 < ranges.len() && ranges[at + 1] == b'-';
            let last = if is_range {
                ranges[at + 2] as usize
            } else {
                first
            };
            at += if is_range { 3 } else { 1 };
            assert!(first <= last, "a range with its bounds reversed");
            let mut byte = first;
            while byte <= last {
                assert!(columns[byte] == 0, "a byte in two classes");
                columns[byte] = class as u8;
                byte += 1;
            }
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::{Cells, Pattern};

    // As emitted: the tests of aap-codegen compare.

    static VIN: Pattern = Pattern::new(
        "^[A-HJ-NPR-Z0-9]{17}$",
        &[b"0-9A-HJ-NPR-Z"],
        &[
            [0, 3, 0],
            [0, 4, 0],
            [0, 5, 0],
            [0, 6, 0],
            [0, 7, 0],
            [0, 8, 0],
            [0, 9, 0],
            [0, 10, 0],
            [0, 11, 0],
            [0, 12, 0],
            [0, 13, 0],
            [0, 14, 0],
            [0, 15, 0],
            [0, 16, 0],
            [0, 17, 0],
            [0, 18, 0],
            [0, 19, 0],
            [0, 0, 1],
        ],
    );

    static ZIP: Pattern = Pattern::new(
        "^\\d{5}(-\\d{4})?$",
        &[b"-", b"0-9"],
        &[
            [0, 0, 3, 0],
            [0, 0, 4, 0],
            [0, 0, 5, 0],
            [0, 0, 6, 0],
            [0, 0, 7, 0],
            [0, 8, 0, 1],
            [0, 0, 9, 0],
            [0, 0, 10, 0],
            [0, 0, 11, 0],
            [0, 0, 12, 0],
            [0, 0, 0, 1],
        ],
    );

    static WORD: Pattern = Pattern::new(
        "^[^\\s-]+$",
        &[
            b"\t-\r -",
            b"\x80",
            b"\x81",
            b"\x82-\x8A\xA8\xA9\xAF",
            b"\x8B-\x99\x9B-\x9E\xA1-\xA7\xAA-\xAE\xB0-\xBA\xBC-\xBE",
            b"\x9A",
            b"\x9F",
            b"\xA0",
            b"\xBB",
            b"\xBF",
            b"\xC0-\xC2",
            b"\xE1",
            b"\xE2",
            b"\xE3",
            b"\xEF",
        ],
        &[
            [3, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 5, 6, 7, 8, 0],
            [3, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 1],
            [0, 0, 3, 3, 3, 3, 3, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 3, 3, 3, 3, 9, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 10, 11, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 9, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 3, 3, 3, 3, 3, 3, 3, 12, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 3, 3, 3, 3, 3, 0, 3, 3, 3, 0, 0, 0, 0, 0, 0],
            [0, 0, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0],
        ],
    );

    #[test]
    fn a_run_of_one_class_is_counted() {
        static TWO_OR_FOUR: Pattern = Pattern::new(
            "^([a-c]{2}|[a-c]{4})$",
            &[b"a-c"],
            &[[0, 3, 0], [0, 4, 0], [0, 5, 1], [0, 6, 0], [0, 0, 1]],
        );
        static ANY_COUNT: Pattern = Pattern::new("^a*$", &[b"a"], &[[0, 2, 1]]);
        static PREFIX: Pattern = Pattern::new("^a", &[b"a"], &[[0, 1, 0]]);
        assert!(matches!(TWO_OR_FOUR.cells, Cells::Run(0b10100)));
        for length in 0..200 {
            let matches = [2, 4].contains(&length);
            assert_eq!(
                TWO_OR_FOUR.is_match(&"b".repeat(length)),
                matches,
                "{length}"
            );
        }
        for text in ["d", "ad", "abcd", "dbcb", "a\u{e9}", "\u{e9}b", "abc\n"] {
            assert!(!TWO_OR_FOUR.is_match(text), "{text:?}");
        }
        for other in [&ANY_COUNT, &PREFIX] {
            assert!(matches!(other.cells, Cells::Small(_)));
            assert!(other.is_match("aaaaa"));
        }
    }

    #[test]
    fn a_vin() {
        assert!(matches!(VIN.cells, Cells::Run(lengths) if lengths == 1 << 17));
        assert!(VIN.is_match("1HGBH41JXMN109186"));
        for text in [
            "",
            "1HGBH41JXMN10918",
            "1HGBH41JXMN1091866",
            "1HGBH41JXMN10918I",
            "é",
        ] {
            assert!(!VIN.is_match(text), "{text}");
        }
    }

    #[test]
    fn a_postal_code() {
        assert!(ZIP.is_match("12345") && ZIP.is_match("12345-6789"));
        for text in [
            "",
            "1234",
            "123456",
            "12345-",
            "12345-678",
            "12345-67890",
            "٣2345",
        ] {
            assert!(!ZIP.is_match(text), "{text}");
        }
    }

    #[test]
    fn a_class_beyond_ascii() {
        assert!(matches!(WORD.cells, Cells::Small(_)));
        for text in ["a", "é", "中", "😀", "aé中😀\u{85}\u{180e}\u{200b}"] {
            assert!(WORD.is_match(text), "{text}");
        }
        for text in [
            "",
            "-",
            "a b",
            "a\u{a0}",
            "é\u{1680}",
            "中\u{2003}",
            "\u{3000}",
            "\u{feff}",
        ] {
            assert!(!WORD.is_match(text), "{text}");
        }
    }

    #[test]
    fn a_match_and_its_impossibility_end_the_search() {
        static HAS_A: Pattern = Pattern::new("a", &[b"a"], &[[2, 1, 0]]);
        static NEVER: Pattern = Pattern::new("[]", &[], &[[0, 0]]);
        static ALWAYS: Pattern = Pattern::new("", &[], &[[1, 1]]);
        assert!(HAS_A.is_match("xxa") && !HAS_A.is_match("xx") && !HAS_A.is_match(""));
        assert!(!NEVER.is_match("") && !NEVER.is_match("x"));
        assert!(ALWAYS.is_match("") && ALWAYS.is_match("x"));
    }

    #[test]
    fn tables_of_each_size_say_the_same() {
        // `^a{99}$` has 300 cells, too many for the small form.
        const ROWS: [[u8; 3]; 100] = rows();
        static LONG: Pattern = Pattern::new("^a{99}$", &[b"a"], &ROWS);
        static WIDE: Pattern = Pattern::wide("^a$", &[b"a"], &[[0, 3, 0], [0, 0, 1]]);
        const fn rows() -> [[u8; 3]; 100] {
            let mut rows = [[0; 3]; 100];
            let mut row = 0;
            while row < 99 {
                rows[row][1] = row as u8 + 3;
                row += 1;
            }
            rows[99][2] = 1;
            rows
        }
        assert!(matches!(LONG.cells, Cells::Narrow(_)));
        for length in [0, 1, 98, 99, 100, 300] {
            let text = "a".repeat(length);
            assert_eq!(LONG.is_match(&text), length == 99);
            assert_eq!(WIDE.is_match(&text), length == 1);
        }
        assert!(!LONG.is_match(&format!("{}b", "a".repeat(98))));
    }

    #[test]
    fn shows_the_expression() {
        assert_eq!(ZIP.source(), r"^\d{5}(-\d{4})?$");
        assert_eq!(format!("{ZIP:?}"), r#"Pattern("^\\d{5}(-\\d{4})?$")"#);
    }

    #[test]
    #[should_panic = "a cell names a state that is not there"]
    fn a_broken_table_is_refused() {
        Pattern::new("a", &[b"a"], &[[2, 3, 0]]);
    }

    #[test]
    #[should_panic = "a row needs a cell for each class and for the end"]
    fn a_row_too_short_is_refused() {
        Pattern::new("a", &[b"a"], &[[0, 0]]);
    }
}
