package dev.yardmaster.benchmarks.cli.values;

/**
 * The position of the popular keys in a table. The type is not a {@code boolean}, because picocli
 * would parse a boolean as a flag.
 */
public enum KeyPlacement {
  /** The popular keys are scattered over the table. */
  SCATTERED,
  /** The popular keys are next to each other, in the order of their popularity. */
  POPULARITY
}
