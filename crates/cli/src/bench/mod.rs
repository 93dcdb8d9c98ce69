//! `bench`: published instances, checked against the published costs and node counts.

pub(crate) mod data;
mod korf100;
mod korf24;

use clap::Subcommand;

use crate::CliResult;
use crate::console::Console;

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    #[command(name = "korf100")]
    Hundred(korf100::Korf100),
    #[command(name = "korf24")]
    Fifty(korf24::Korf24),
}

impl Bench {
    pub(crate) fn run(&self, console: &dyn Console) -> CliResult {
        match self {
            Self::Hundred(hundred) => hundred.run(console),
            Self::Fifty(fifty) => fifty.run(console),
        }
    }
}
