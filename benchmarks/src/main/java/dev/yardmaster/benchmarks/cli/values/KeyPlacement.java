package dev.yardmaster.benchmarks.cli.values;

/** Where the popular keys of a table are. An option of type Boolean would be a flag. */
public enum KeyPlacement {
  /** Scattered over the table. */
  SCATTERED,
  /** Next to each other in the order of their popularity. */
  POPULARITY
}
