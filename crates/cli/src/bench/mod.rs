//! `bench`: published instances, checked against the published costs and node counts.

pub(crate) mod data;
mod korf100;
mod korf24;

use clap::{Args, Subcommand};

use crate::Answer;
use crate::console::Console;

/// Solve published instances, checked against the published costs and node counts
#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    #[command(name = "korf100")]
    Hundred(korf100::Korf100),
    #[command(name = "korf24")]
    Fifty(korf24::Korf24),
}

impl Bench {
    pub(crate) fn run(&self, console: &dyn Console) -> Answer {
        match &self.what {
            What::Hundred(hundred) => hundred.run(console),
            What::Fifty(fifty) => fifty.run(console),
        }
    }
}
