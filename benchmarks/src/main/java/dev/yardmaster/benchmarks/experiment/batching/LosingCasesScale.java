package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * Where it is looked for what reordering loses.
 *
 * @param low skews with little to win, ascending from 0
 * @param high skews with more conflicts than a batch can be ordered for, ascending
 * @param batches sizes of batches, ascending; the last is the usual one
 */
record LosingCasesScale(List<Double> low, List<Double> high, List<Integer> batches) {

  /** Copies the lists. */
  LosingCasesScale {
    low = List.copyOf(low);
    high = List.copyOf(high);
    batches = List.copyOf(batches);
  }
}
