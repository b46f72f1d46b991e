package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * The cases where reordering may lose.
 *
 * @param low skews with little to win, ascending from 0
 * @param high skews with more conflicts than ordering a batch can resolve, ascending
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
