//! Options shared by subcommands.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use puzzle_search::Limits;
use serde_json::Value;

use crate::console::Console;
use crate::search::SearchLimits;

/// How far a search may go, Ctrl-C aside.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitOptions {
    /// Most states to expand
    #[arg(long, value_name = "N", value_parser = parse_count::<u64>)]
    pub(crate) max_expansions: Option<u64>,

    /// Most states to generate
    #[arg(long, value_name = "N", value_parser = parse_count::<u64>)]
    pub(crate) max_generated: Option<u64>,

    /// Dearest solution to look for; of a whole space, the deepest layer
    #[arg(long, value_name = "C", visible_alias = "max-depth", value_parser = parse_count::<u32>)]
    pub(crate) max_cost: Option<u32>,

    /// Longest time to search
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub(crate) max_seconds: Option<Duration>,

    /// Most memory for lists and tables, in units of 1024 x 1024 bytes
    #[arg(long, value_name = "M", value_parser = parse_mebibytes)]
    pub(crate) max_memory_mb: Option<usize>,
}

impl LimitOptions {
    pub(crate) fn within(&self, console: &dyn Console) -> SearchLimits {
        SearchLimits {
            limits: self.limits(console),
            max_cost: self.max_cost,
        }
    }

    pub(crate) fn limits(&self, console: &dyn Console) -> Limits {
        let mut limits = console.limits();
        limits.expanded = self.max_expansions;
        limits.generated = self.max_generated;
        limits.time = self.max_seconds;
        limits.bytes = self.max_memory_mb.map(|mebibytes| mebibytes << 20);
        limits
    }
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object on a line for each answer
    Json,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FormatOption {
    /// How answers are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

impl FormatOption {
    pub(crate) fn is_json(self) -> bool {
        self.format == Format::Json
    }

    /// Prints an answer as an object on a line, or as a text.
    pub(crate) fn print(
        self,
        console: &dyn Console,
        object: &Value,
        text: impl Display,
    ) -> io::Result<()> {
        match self.format {
            Format::Json => console.print(format_args!("{object}\n")),
            Format::Text => console.print(text),
        }
    }
}

/// Where tables are kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct CacheOption {
    /// Where tables are kept in files [default: nowhere, they are built each time]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
}

/// The command-line word of a choice.
pub(crate) fn word(choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

pub(crate) fn parse_count<T: FromStr>(text: &str) -> Result<T, &'static str> {
    let count = text.parse().ok();
    count.ok_or("expected a whole number that is neither negative nor huge")
}

fn parse_mebibytes(text: &str) -> Result<usize, &'static str> {
    let mebibytes: usize = parse_count(text)?;
    let in_bytes = mebibytes.checked_mul(1 << 20);
    in_bytes.ok_or("expected no more than can be addressed")?;
    Ok(mebibytes)
}

/// Parses a time of less than a billion seconds.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.filter(|time| time.as_secs() < 1_000_000_000);
    time.ok_or("expected a number of seconds, such as 2.5")
}
