package dev.yardmaster.benchmarks.cli.values;

/**
 * A setting that is on or off. The type is not a {@code boolean}, because picocli would parse a
 * boolean as a flag.
 */
public enum Switch {
  /** The setting is on. */
  ON,
  /** The setting is off. */
  OFF
}
