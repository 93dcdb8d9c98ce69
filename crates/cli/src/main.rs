//! `puzzle-search`: see the library of this package.

fn main() -> std::process::ExitCode {
    puzzle_search_cli::process()
}
