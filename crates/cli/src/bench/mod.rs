//! `bench`: published instances, checked against the published costs and node counts.

pub(crate) mod data;
mod korf100;
mod korf24;

use clap::{Args, Subcommand};

use crate::CliResult;
use crate::console::Console;

/// Solve published instances, checked against the published costs and node counts
#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: BenchCommand,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    #[command(name = "korf100")]
    Hundred(korf100::Korf100),
    #[command(name = "korf24")]
    Fifty(korf24::Korf24),
}

impl Bench {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        match &self.what {
            BenchCommand::Hundred(hundred) => hundred.run(console),
            BenchCommand::Fifty(fifty) => fifty.run(console),
        }
    }
}
