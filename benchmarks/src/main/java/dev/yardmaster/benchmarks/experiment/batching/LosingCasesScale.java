package dev.yardmaster.benchmarks.experiment.batching;

import java.util.List;

/**
 * The sizes of the experiment on cases in which reordering may reduce the throughput.
 *
 * @param low skews with few conflicts, at which reordering gains at best a little, ascending from 0
 * @param high skews at which the order within a batch cannot resolve all conflicts, ascending
 * @param batches sizes of batches, ascending; the last is the usual size
 */
record LosingCasesScale(List<Double> low, List<Double> high, List<Integer> batches) {

  /** Copies the lists. */
  LosingCasesScale {
    low = List.copyOf(low);
    high = List.copyOf(high);
    batches = List.copyOf(batches);
  }
}
