//! Times what competes on the same input.
//!
//! A loop of our own rather than criterion or divan: those measure one function after the other,
//! so on a machine that does other things too the two sides of a ratio come from different
//! conditions. Here the competitors take turns in rounds of some milliseconds, in an order that
//! rotates, and a ratio is the median of the ratios within each round. Time is the thread's
//! processor time, which does not count what other programs take.

use std::time::Duration;

use cpu_time::ThreadTime;

/// One competitor: what it is called, and what it does once.
pub struct Subject<'a> {
    /// Its name in the tables.
    pub name: &'static str,
    /// Does it once; keeps the result from being optimised away.
    pub run: Box<dyn Fn() + 'a>,
}

impl<'a> Subject<'a> {
    /// A competitor whose result is given to [`std::hint::black_box`].
    pub fn new<T>(name: &'static str, run: impl Fn() -> T + 'a) -> Subject<'a> {
        let run = Box::new(move || drop(std::hint::black_box(run())));
        Subject { name, run }
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How often each competitor takes its turn.
    pub rounds: usize,
    /// How long a turn takes, unless one run takes longer.
    pub turn: Duration,
}

/// What a competitor took.
#[derive(Clone, Debug)]
pub struct Samples {
    /// The competitor.
    pub name: &'static str,
    /// Nanoseconds for one run, round by round.
    pub rounds: Vec<f64>,
}

impl Samples {
    /// Nanoseconds for one run, in the middle round.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(self.rounds.clone())
    }

    /// How many times longer than the other's a run takes: the median of the rounds' ratios.
    #[must_use]
    pub fn ratio(&self, other: &Samples) -> f64 {
        median_ratio(&self.rounds, &other.rounds)
    }
}

/// The value in the middle.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        (values[middle - 1] + values[middle]) / 2.0
    }
}

/// The ratio in the middle of those of each round.
#[must_use]
pub fn median_ratio(ours: &[f64], theirs: &[f64]) -> f64 {
    let rounds = ours.iter().zip(theirs);
    median(rounds.map(|(ours, theirs)| ours / theirs).collect())
}

/// Lets all competitors take turns.
#[must_use]
pub fn race(subjects: &[Subject<'_>], effort: Effort) -> Vec<Samples> {
    let runs: Vec<u32> = subjects
        .iter()
        .map(|subject| runs_in(subject, effort.turn))
        .collect();
    let mut samples: Vec<Samples> = subjects
        .iter()
        .map(|subject| Samples {
            name: subject.name,
            rounds: Vec::with_capacity(effort.rounds),
        })
        .collect();
    for round in 0..effort.rounds {
        for turn in 0..subjects.len() {
            let index = (round + turn) % subjects.len();
            let taken = time(&subjects[index], runs[index]);
            let each = taken.as_secs_f64() * 1e9 / f64::from(runs[index]);
            samples[index].rounds.push(each);
        }
    }
    samples
}

/// How many runs a turn has room for; warms up on the way.
fn runs_in(subject: &Subject<'_>, turn: Duration) -> u32 {
    let mut runs = 1;
    loop {
        let taken = time(subject, runs);
        if taken * 2 >= turn {
            let each = taken.as_secs_f64() / f64::from(runs);
            // A turn is milliseconds and a run nanoseconds or more, so the quotient fits.
            return ((turn.as_secs_f64() / each) as u32).max(1);
        }
        runs *= 2;
    }
}

fn time(subject: &Subject<'_>, runs: u32) -> Duration {
    let begin = ThreadTime::now();
    for _ in 0..runs {
        (subject.run)();
    }
    begin.elapsed()
}
