use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::elements::Elements;
use super::lines::Lines;
use super::pool::{self, Split};
use super::{ArrayFault, Feed, FeedError, elements_with, lines_with};

/// Gives a text in pieces.
struct Pieces(VecDeque<Vec<u8>>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut piece) = self.0.pop_front() else {
            return Ok(0);
        };
        let length = piece.len().min(buffer.len());
        buffer[..length].copy_from_slice(&piece[..length]);
        if length < piece.len() {
            self.0.push_front(piece.split_off(length));
        }
        Ok(length)
    }
}

/// A text whole, byte by byte, and in two pieces that meet at every place.
fn all_ways(text: &[u8]) -> Vec<Pieces> {
    let pieces = |pieces: Vec<&[u8]>| {
        let filled = pieces.into_iter().filter(|piece| !piece.is_empty());
        Pieces(filled.map(<[u8]>::to_vec).collect())
    };
    let mut ways = vec![pieces(vec![text]), pieces(text.chunks(1).collect())];
    ways.extend((0..text.len()).map(|at| pieces(vec![&text[..at], &text[at..]])));
    ways
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The records, and the error that ended the feed.
fn all<V>(feed: Feed<V>) -> (Vec<(u64, V)>, Option<FeedError>) {
    let (mut records, mut error) = (Vec::new(), None);
    for item in feed {
        assert!(error.is_none(), "an item after an error");
        match item {
            Ok(record) => records.push((record.position, record.payload)),
            Err(found) => error = Some(found),
        }
    }
    (records, error)
}

#[test]
fn a_line_is_a_record() {
    let cases: [(&str, &[(u64, &str)]); 12] = [
        ("", &[]),
        ("\n", &[]),
        ("1", &[(1, "1")]),
        ("1\n", &[(1, "1")]),
        ("1\n2", &[(1, "1"), (2, "2")]),
        ("1\r\n2\r\n", &[(1, "1"), (2, "2")]),
        ("1\r", &[(1, "1")]),
        ("\n\n1\n \t\r\n2\n\n", &[(3, "1"), (5, "2")]),
        (" {\"a\":\t1} \n", &[(1, " {\"a\":\t1} ")]),
        (r#""a\nb""#, &[(1, r#""a\nb""#)]),
        ("[1,\n2]", &[(1, "[1,"), (2, "2]")]),
        ("ü\n✓\n", &[(1, "ü"), (2, "✓")]),
    ];
    for (input, expected) in cases {
        for reader in all_ways(input.as_bytes()) {
            let (records, error) = all(lines_with(reader, text));
            let found: Vec<_> = records.iter().map(|(at, it)| (*at, it.as_str())).collect();
            assert_eq!(found, expected, "{input:?}");
            assert!(error.is_none(), "{input:?}: {error:?}");
        }
    }
}

#[test]
fn an_element_is_a_record() {
    let cases: [(&str, &[&str]); 13] = [
        ("[]", &[]),
        (" [ \r\n\t] \n", &[]),
        ("[1]", &["1"]),
        ("[1,2]", &["1", "2"]),
        (" [ -1.5e3 , true\n,null ] ", &["-1.5e3", "true", "null"]),
        (
            r#"["a","","]","\"]","\\"]"#,
            &[r#""a""#, r#""""#, r#""]""#, r#""\"]""#, r#""\\""#],
        ),
        (r#"["\\\",[","{"]"#, &[r#""\\\",[""#, r#""{""#]),
        (
            r#"[{},{"a":[1,{"b":"}]"}]} ,[],[[1],2]]"#,
            &["{}", r#"{"a":[1,{"b":"}]"}]}"#, "[]", "[[1],2]"],
        ),
        (r#"[{"\"}":"\\"}, [ ] ]"#, &[r#"{"\"}":"\\"}"#, "[ ]"]),
        ("[\"ü✓\",{\"ü\":\"✓\"}]", &["\"ü✓\"", "{\"ü\":\"✓\"}"]),
        // What is no JSON is for the record to tell, and does not hide the next.
        ("[tru,01,:,\u{feff}1]", &["tru", "01", ":", "\u{feff}1"]),
        ("[{\"a\":1],2]", &["{\"a\":1]", "2"]),
        ("[[1,2},{}]", &["[1,2}", "{}"]),
    ];
    for (input, expected) in cases {
        for reader in all_ways(input.as_bytes()) {
            let (records, error) = all(elements_with(reader, text));
            let expected = (0..).zip(expected.iter().map(|it| (*it).to_owned()));
            assert_eq!(records, expected.collect::<Vec<_>>(), "{input:?}");
            assert!(error.is_none(), "{input:?}: {error:?}");
        }
    }
}

#[test]
fn a_text_that_is_not_one_array_is_an_error_at_its_place() {
    use ArrayFault::{MissingComma, MissingElement, NotAnArray, Trailing, Unclosed};
    let cases: [(&str, &[&str], u64, ArrayFault); 27] = [
        ("", &[], 0, NotAnArray),
        (" \n ", &[], 3, NotAnArray),
        ("{}", &[], 0, NotAnArray),
        (" {\"a\":[1]}", &[], 1, NotAnArray),
        ("1", &[], 0, NotAnArray),
        ("\u{feff}[]", &[], 0, NotAnArray),
        ("[", &[], 1, Unclosed),
        ("[ 1 ", &["1"], 4, Unclosed),
        // Whether more digits would have come is not known.
        ("[1", &[], 2, Unclosed),
        ("[1,", &["1"], 3, Unclosed),
        ("[{},{\"a\":1", &["{}"], 10, Unclosed),
        ("[\"a", &[], 3, Unclosed),
        ("[\"a\\", &[], 4, Unclosed),
        ("[{}", &["{}"], 3, Unclosed),
        ("[]]", &[], 2, Trailing),
        ("[1] 2", &["1"], 4, Trailing),
        ("[1],", &["1"], 3, Trailing),
        ("[][]", &[], 2, Trailing),
        ("[1 2]", &["1"], 3, MissingComma),
        ("[{}{}]", &["{}"], 3, MissingComma),
        ("[\"a\"\"b\"]", &["\"a\""], 4, MissingComma),
        ("[1{}]", &["1"], 2, MissingComma),
        ("[1}", &["1"], 2, MissingComma),
        ("[,1]", &[], 1, MissingElement),
        ("[1,]", &["1"], 3, MissingElement),
        ("[1,,2]", &["1"], 3, MissingElement),
        ("[}", &[], 1, MissingElement),
    ];
    for (input, expected, place, what) in cases {
        for reader in all_ways(input.as_bytes()) {
            let (records, error) = all(elements_with(reader, text));
            let found: Vec<_> = records.into_iter().map(|(_, text)| text).collect();
            assert_eq!(found, expected, "{input:?}");
            match error {
                Some(FeedError::Array { offset, fault }) => {
                    assert_eq!((offset, fault), (place, what), "{input:?}");
                }
                other => panic!("{input:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn an_error_names_the_byte_where_it_is() {
    let (_, error) = all(elements_with(Cursor::new("[1 2]"), text));
    let words = error.expect("an error").to_string();
    assert_eq!(words, "expected `,` or `]` after an element, at byte 3");
}

#[test]
fn an_offset_counts_from_the_beginning_of_a_long_stream() {
    let input = format!("[{}!", "12345, ".repeat(50_000));
    let (records, error) = all(elements_with(Cursor::new(input), |_| ()));
    assert_eq!(records.len(), 50_000);
    // The `!` begins an element, which never ends.
    assert!(
        matches!(
            error,
            Some(FeedError::Array {
                offset: 350_002,
                fault: ArrayFault::Unclosed
            })
        ),
        "{error:?}"
    );
}

#[test]
fn depth_has_no_limit_of_its_own() {
    let depth = 1_000_000;
    let deep = format!("[{}{}, 7]", "[".repeat(depth), "]".repeat(depth));
    let (records, error) = all(elements_with(Cursor::new(deep), <[u8]>::len));
    assert!(error.is_none(), "{error:?}");
    assert_eq!(records, [(0, 2 * depth), (1, 1)]);
}

#[test]
fn a_record_may_be_longer_than_any_piece_of_the_stream() {
    let long = format!("\"{}\"", "x".repeat(1 << 20));
    for count in [1, 3] {
        let list = vec![long.as_str(); count];
        let (lines, _) = all(lines_with(Cursor::new(list.join("\n")), <[u8]>::len));
        let array = format!("[{}]", list.join(","));
        let (elements, _) = all(elements_with(Cursor::new(array), <[u8]>::len));
        let lengths = |records: Vec<(u64, usize)>| records.into_iter().map(|(_, length)| length);
        assert!(lengths(lines).eq(std::iter::repeat_n(long.len(), count)));
        assert!(lengths(elements).eq(std::iter::repeat_n(long.len(), count)));
    }
}

fn start_on<V: Send + 'static>(
    workers: usize,
    reader: impl Read + Send + 'static,
    splitter: impl Split + Send + 'static,
    function: impl Fn(&[u8]) -> V + Send + Sync + 'static,
) -> Feed<V> {
    pool::start_on(workers, reader, splitter, function)
}

#[test]
fn records_keep_their_order_however_long_each_takes() {
    // Sizes from one byte to a few chunks, and times to match or not.
    let records: Vec<String> = (0..2_000_usize)
        .map(|index| {
            let length = if index % 97 == 0 {
                150_000
            } else {
                index * 7919 % 300
            };
            format!("\"{index} {}\"", "x".repeat(length))
        })
        .collect();
    let number = |bytes: &[u8]| {
        let text = text(bytes);
        let number: usize = text[1..].split(' ').next().unwrap().parse().unwrap();
        if number.is_multiple_of(53) {
            thread::sleep(Duration::from_millis(3));
        }
        number
    };
    for workers in [1, 2, 16] {
        let lines = start_on(
            workers,
            Cursor::new(records.join("\n")),
            Lines::default(),
            number,
        );
        let array = Cursor::new(format!("[{}]", records.join(",")));
        let elements = start_on(workers, array, Elements::default(), number);
        let (lines, error) = all(lines);
        assert!(error.is_none(), "{error:?}");
        let expected: Vec<(u64, usize)> = (1..).zip(0..records.len()).collect();
        assert_eq!(lines, expected, "{workers} workers");
        let (elements, error) = all(elements);
        assert!(error.is_none(), "{error:?}");
        let expected: Vec<(u64, usize)> = (0..).zip(0..records.len()).collect();
        assert_eq!(elements, expected, "{workers} workers");
    }
}

#[test]
fn several_records_are_handled_at_the_same_time() {
    // Each record waits for the other: one thread alone would never end.
    let (left, right) = (sync_channel(0), sync_channel(0));
    let ends = std::sync::Mutex::new(vec![(left.0, right.1), (right.0, left.1)]);
    let meet = move |_: &[u8]| {
        let (here, there) = ends.lock().unwrap().pop().unwrap();
        let sender = thread::spawn(move || here.send(()));
        let met = there.recv_timeout(Duration::from_secs(60)).is_ok();
        sender.join().unwrap().is_ok() && met
    };
    let reader = Pieces([b"1\n".to_vec(), b"2\n".to_vec()].into());
    let (records, _) = all(start_on(2, reader, Lines::default(), meet));
    assert_eq!(records, [(1, true), (2, true)]);
}

/// Lines without end; counts the bytes that were asked for.
struct Endless(Arc<AtomicU64>);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(b'1');
        buffer
            .iter_mut()
            .step_by(100)
            .for_each(|byte| *byte = b'\n');
        self.0.fetch_add(buffer.len() as u64, Ordering::Relaxed);
        Ok(buffer.len())
    }
}

/// Tells when it is dropped.
struct Alive(std::sync::mpsc::Sender<()>);

impl Drop for Alive {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

#[test]
fn a_consumer_that_waits_makes_the_reader_wait() {
    let read = Arc::new(AtomicU64::new(0));
    let mut feed = start_on(4, Endless(Arc::clone(&read)), Lines::default(), |_| ());
    feed.next().unwrap().unwrap();
    let mut before = 0;
    let since = Instant::now();
    // Until nothing more is read.
    while before != read.load(Ordering::Relaxed) || before == 0 {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "it reads and reads"
        );
        before = read.load(Ordering::Relaxed);
        thread::sleep(Duration::from_millis(200));
    }
    assert!(before < 4 << 20, "{before} bytes were read ahead");
}

#[test]
fn threads_end_with_the_feed() {
    for taken in [0, 1, 1_000] {
        let (sender, ended) = channel();
        let alive = Alive(sender);
        let mut feed = start_on(4, Endless(Arc::default()), Lines::default(), move |_| {
            let _ = &alive;
        });
        assert_eq!(
            feed.by_ref().take(taken).filter(Result::is_ok).count(),
            taken
        );
        drop(feed);
        // The function goes with the last thread that could call it.
        ended
            .recv_timeout(Duration::from_secs(60))
            .expect("threads go on");
    }
}

#[test]
fn a_feed_does_not_wait_for_a_reader_that_waits() {
    struct Silent(std::sync::mpsc::Receiver<()>);
    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(0)
        }
    }
    let (hold, silent) = channel();
    let first = Cursor::new("1\n2\n");
    let mut feed = lines_with(first.chain(Silent(silent)), text);
    // What has been read is there before anything else is.
    assert_eq!(feed.next().unwrap().unwrap().payload, "1");
    assert_eq!(feed.next().unwrap().unwrap().payload, "2");
    drop(feed);
    drop(hold);
}

#[test]
fn a_reader_s_error_comes_after_all_records_before_it() {
    struct Broken(bool);
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            // An interruption is no error.
            match std::mem::replace(&mut self.0, true) {
                false => Err(io::ErrorKind::Interrupted.into()),
                true => Err(io::Error::other("unplugged")),
            }
        }
    }
    let lines: String = (1..=10_000).map(|number| format!("{number}\n")).collect();
    let reader = Cursor::new(lines + "half a li").chain(Broken(false));
    let (records, error) = all(lines_with(reader, |_| ()));
    assert_eq!(records.len(), 10_000);
    assert!(matches!(&error, Some(FeedError::Io(error)) if error.to_string() == "unplugged"));

    let reader = Cursor::new("[1, 2, 3").chain(Broken(false));
    let (records, error) = all(elements_with(reader, text));
    assert_eq!(records.len(), 2);
    assert_eq!(error.expect("an error").to_string(), "unplugged");
}

#[test]
fn a_panic_ends_the_feed_after_the_records_before_it() {
    let lines: String = (1..=5_000).map(|number| format!("{number}\n")).collect();
    for workers in [1, 8] {
        let feed = start_on(
            workers,
            Cursor::new(lines.clone()),
            Lines::default(),
            |line| {
                assert_ne!(line, b"3000", "on purpose");
            },
        );
        let (records, error) = all(feed);
        assert_eq!(records.len(), 2_999);
        assert!(matches!(
            error,
            Some(FeedError::Panicked {
                position: Some(3_000)
            })
        ));
    }
}

#[test]
fn a_panic_of_the_reader_is_no_end_of_the_stream() {
    struct Panics;
    impl Read for Panics {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("on purpose")
        }
    }
    let (records, error) = all(lines_with(Cursor::new("1\n2\n").chain(Panics), text));
    assert_eq!(records.len(), 2);
    assert!(matches!(
        error,
        Some(FeedError::Panicked { position: None })
    ));
}

#[test]
fn what_ended_stays_ended() {
    for input in ["[1]", "[1", "1"] {
        let mut feed = elements_with(Cursor::new(input), |_| ());
        while feed.next().is_some() {}
        assert!(feed.next().is_none(), "{input}");
    }
}
