package dev.yardmaster.benchmarks.cli;

/** A setting that is on or off. Not a {@code boolean}, which picocli would parse as a flag. */
enum Switch {
  /** On. */
  ON,
  /** Off. */
  OFF
}
