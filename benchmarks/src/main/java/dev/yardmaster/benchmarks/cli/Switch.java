package dev.yardmaster.benchmarks.cli;

/** A setting that is on or off. Not a boolean, which the parser would take for a flag. */
enum Switch {
  /** On. */
  ON,
  /** Off. */
  OFF
}
