package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells (combinations of settings) of a comparison in slices, and the length and number of the
 * slices. The cells are all combinations of the given values.
 *
 * @param forcedWrites whether commits wait for the disk, for servers that are started; ignored for
 *     a running server
 * @param lockOrder the order in which a transaction with two customers writes the accounts of the
 *     two customers
 * @param customers number of the bank's customers
 * @param rows number of YCSB's records
 * @param seed seed of all random choices
 * @param warmUpNs length of the unmeasured first slice of each side, in ns; 0 for no such slice
 * @param sliceNs length of a slice, in ns
 * @param processes number of client processes on the sides with several processes; with 1, there
 *     are no such sides, and all clients run in this process
 * @param pairs number of measured slices of each side in a cell
 */
public record SlicesPlan(
    List<SlicedWorkload> workloads,
    List<Boolean> forcedWrites,
    List<Integer> connections,
    List<Double> skews,
    List<PoolKind> pools,
    LockOrder lockOrder,
    int customers,
    int rows,
    long seed,
    long warmUpNs,
    long sliceNs,
    int processes,
    int pairs) {

  /** Copies the lists. */
  public SlicesPlan {
    workloads = List.copyOf(workloads);
    forcedWrites = List.copyOf(forcedWrites);
    connections = List.copyOf(connections);
    skews = List.copyOf(skews);
    pools = List.copyOf(pools);
  }

  /** Returns the number of the workload's customers or records. */
  int size(SlicedWorkload workload) {
    return workload == SlicedWorkload.SMALLBANK ? customers : rows;
  }

  /** Returns all cells, in the order of their measurement. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (boolean forced : forcedWrites) {
      for (SlicedWorkload workload : workloads) {
        for (double skew : skews) {
          for (int each : connections) {
            for (PoolKind pool : pools) {
              cells.add(new Cell(workload, forced, each, skew, pool));
            }
          }
        }
      }
    }
    return cells;
  }
}
