//! Cuts newline-delimited JSON.

use std::ops::Range;

use super::FeedError;
use super::pool::{Cut, Split};

/// The cutter of lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// How many lines have been seen to their end.
    count: u64,
}

impl Lines {
    #[inline]
    fn cut(&mut self, buffer: &[u8], mut line: Range<usize>, cuts: &mut Vec<Cut>) {
        self.count += 1;
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        if buffer[line.clone()].iter().all(is_blank) {
            return;
        }
        if buffer[line.clone()].ends_with(b"\r") {
            line.end -= 1;
        }
        cuts.push(Cut {
            position: self.count,
            bytes: line,
        });
    }
}

impl Split for Lines {
    #[inline]
    fn split(
        &mut self,
        buffer: &[u8],
        seen: usize,
        cuts: &mut Vec<Cut>,
    ) -> Result<usize, FeedError> {
        let (mut start, mut from) = (0, seen);
        while let Some(length) = buffer[from..].iter().position(|byte| *byte == b'\n') {
            let end = from + length;
            self.cut(buffer, start..end, cuts);
            start = end + 1;
            from = start;
        }
        Ok(start)
    }

    #[inline]
    fn end(&mut self, rest: &[u8], cuts: &mut Vec<Cut>) -> Result<(), FeedError> {
        self.cut(rest, 0..rest.len(), cuts);
        Ok(())
    }
}
