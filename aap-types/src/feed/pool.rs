//! One thread reads and cuts, others handle batches of records, and the consumer takes the batches
//! in the order of the input.
//!
//! Each batch has a channel of its own for what becomes of it; the receivers go to the consumer in
//! order. How many may wait for the consumer is bounded, and so is everything else.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::{thread, vec};

use super::{FeedError, Record};

/// How many bytes are asked of the reader at a time: what a pipe holds.
const CHUNK: usize = 64 * 1024;

/// How many records a batch has at most, since a value may be much larger than its text.
const BATCH: usize = 256;

/// How many batches are under way at a time, for each thread that handles them.
const BATCHES_PER_WORKER: usize = 4;

/// A record's place in a buffer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// As [`Record::position`].
    pub(super) position: u64,
    pub(super) bytes: Range<usize>,
}

/// How a stream is cut into records.
pub(super) trait Split {
    /// Cuts a buffer, whose first `seen` bytes it has seen before, and tells where the record begins
    /// that does not end in it. From there on the buffer is kept, and more is added to it.
    fn split(
        &mut self,
        buffer: &[u8],
        seen: usize,
        cuts: &mut Vec<Cut>,
    ) -> Result<usize, FeedError>;

    /// Cuts what was kept, now that no more will come.
    fn end(&mut self, rest: &[u8], cuts: &mut Vec<Cut>) -> Result<(), FeedError>;
}

/// Records to be handled, and where to send what becomes of them.
struct Job<V> {
    bytes: Arc<Vec<u8>>,
    cuts: Vec<Cut>,
    reply: SyncSender<Handled<V>>,
}

/// What became of a batch, and why there is nothing after it.
type Handled<V> = (Vec<Record<V>>, Option<FeedError>);

/// What the consumer gets next.
enum Slot<V> {
    Batch(Receiver<Handled<V>>),
    End(Option<FeedError>),
}

/// The consumer has left.
struct Gone;

/// The records of a stream, in its order: see the functions of [this module](super).
///
/// An error is the last item.
#[must_use = "the records come with iteration"]
pub struct Feed<V> {
    slots: Option<Receiver<Slot<V>>>,
    ready: vec::IntoIter<Record<V>>,
    error: Option<FeedError>,
    stop: Arc<AtomicBool>,
}

impl<V> Feed<V> {
    /// Lets the threads end, whatever they are at.
    fn close(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.slots = None;
    }
}

impl<V> Iterator for Feed<V> {
    type Item = Result<Record<V>, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.ready.next() {
                return Some(Ok(record));
            }
            if let Some(error) = self.error.take() {
                self.close();
                return Some(Err(error));
            }
            let panicked = || FeedError::Panicked { position: None };
            match self.slots.as_ref()?.recv() {
                Ok(Slot::Batch(reply)) => {
                    let (records, error) = match reply.recv() {
                        Ok(handled) => handled,
                        Err(_) => (Vec::new(), Some(panicked())),
                    };
                    self.ready = records.into_iter();
                    self.error = error;
                }
                Ok(Slot::End(Some(error))) => self.error = Some(error),
                Ok(Slot::End(None)) => self.close(),
                Err(_) => self.error = Some(panicked()),
            }
        }
    }
}

impl<V> std::iter::FusedIterator for Feed<V> {}

impl<V> Drop for Feed<V> {
    fn drop(&mut self) {
        self.close();
    }
}

impl<V> fmt::Debug for Feed<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ended = self.slots.is_none();
        f.debug_struct("Feed").field("ended", &ended).finish()
    }
}

/// Starts a feed on every core.
pub(super) fn start<V: Send + 'static>(
    reader: impl Read + Send + 'static,
    splitter: impl Split + Send + 'static,
    function: impl Fn(&[u8]) -> V + Send + Sync + 'static,
) -> Feed<V> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    start_on(workers, reader, splitter, function)
}

/// Starts a feed whose records are handled by this many threads.
pub(super) fn start_on<V: Send + 'static>(
    workers: usize,
    reader: impl Read + Send + 'static,
    splitter: impl Split + Send + 'static,
    function: impl Fn(&[u8]) -> V + Send + Sync + 'static,
) -> Feed<V> {
    let batches = workers * BATCHES_PER_WORKER;
    let (slots, received_slots) = sync_channel(batches);
    let (jobs, received_jobs) = sync_channel(batches);
    let mut feed = Feed {
        slots: Some(received_slots),
        ready: Vec::new().into_iter(),
        error: None,
        stop: Arc::default(),
    };
    let shared = Arc::new((Mutex::new(received_jobs), function));
    let spawn = |task: Box<dyn FnOnce() + Send>| {
        let thread = thread::Builder::new().name("aap-feed".to_owned());
        thread.spawn(task).map(drop)
    };
    let mut started = (0..workers).map(|_| {
        let (shared, stop) = (Arc::clone(&shared), Arc::clone(&feed.stop));
        spawn(Box::new(move || work(&shared.0, &shared.1, &stop)))
    });
    // Fewer threads than cores will do.
    let first = started.next().unwrap_or(Ok(()));
    let _ = started.try_for_each(|started| started);
    drop(started);
    let dispatch = Dispatch { slots, jobs };
    let reading = move || {
        if let Ok(error) = read(reader, splitter, &dispatch) {
            let _ = dispatch.slots.send(Slot::End(error));
        }
    };
    if let Err(error) = first.and_then(|()| spawn(Box::new(reading))) {
        feed.error = Some(FeedError::Io(error));
    }
    feed
}

/// Where batches go.
struct Dispatch<V> {
    slots: SyncSender<Slot<V>>,
    jobs: SyncSender<Job<V>>,
}

impl<V> Dispatch<V> {
    fn send(&self, buffer: Vec<u8>, cuts: Vec<Cut>) -> Result<(), Gone> {
        let bytes = Arc::new(buffer);
        let mut cuts = cuts.into_iter();
        while !cuts.as_slice().is_empty() {
            let (reply, handled) = sync_channel(1);
            let job = Job {
                bytes: Arc::clone(&bytes),
                cuts: cuts.by_ref().take(BATCH).collect(),
                reply,
            };
            self.slots.send(Slot::Batch(handled)).map_err(|_| Gone)?;
            self.jobs.send(job).map_err(|_| Gone)?;
        }
        Ok(())
    }
}

/// Reads and cuts to the end of the stream, or to an error.
fn read<V>(
    mut reader: impl Read,
    mut splitter: impl Split,
    dispatch: &Dispatch<V>,
) -> Result<Option<FeedError>, Gone> {
    let mut buffer = Vec::new();
    loop {
        let seen = buffer.len();
        buffer.resize(seen + CHUNK, 0);
        let read = reader.read(&mut buffer[seen..]);
        // A slow stream's records do not wait until there are many of them.
        let length = match read {
            Ok(length) => length.min(CHUNK),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                buffer.truncate(seen);
                continue;
            }
            Err(error) => return Ok(Some(FeedError::Io(error))),
        };
        buffer.truncate(seen + length);
        let mut cuts = Vec::new();
        if length == 0 {
            let ended = splitter.end(&buffer, &mut cuts);
            dispatch.send(buffer, cuts)?;
            return Ok(ended.err());
        }
        match splitter.split(&buffer, seen, &mut cuts) {
            Ok(rest) if cuts.is_empty() => {
                buffer.drain(..rest);
            }
            Ok(rest) => {
                let mut kept = Vec::with_capacity(buffer.len() - rest + CHUNK);
                kept.extend_from_slice(&buffer[rest..]);
                dispatch.send(std::mem::replace(&mut buffer, kept), cuts)?;
            }
            Err(error) => {
                dispatch.send(buffer, cuts)?;
                return Ok(Some(error));
            }
        }
    }
}

/// Handles batches until there are no more.
fn work<V>(jobs: &Mutex<Receiver<Job<V>>>, function: impl Fn(&[u8]) -> V, stop: &AtomicBool) {
    loop {
        let next = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok(Job { bytes, cuts, reply }) = next else {
            return;
        };
        let mut records = Vec::with_capacity(cuts.len());
        // A feed that met a panic ends there: nobody sees what may be half done.
        let handling = catch_unwind(AssertUnwindSafe(|| {
            for cut in &cuts {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                records.push(Record {
                    position: cut.position,
                    payload: function(&bytes[cut.bytes.clone()]),
                });
            }
        }));
        let error = handling.is_err().then(|| FeedError::Panicked {
            position: cuts.get(records.len()).map(|cut| cut.position),
        });
        // Nobody may be waiting any more.
        let _ = reply.send((records, error));
    }
}
