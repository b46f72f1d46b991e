package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayList;
import java.util.List;

/** The read and write sets of a workload's transactions. Instances are immutable. */
public final class DrawnAccesses {

  private static final int DRAWN = 1 << 16;

  private final List<DeclaredAccesses> transactions;

  private DrawnAccesses(List<DeclaredAccesses> transactions) {
    this.transactions = transactions;
  }

  /** Returns the sets of a workload's first transactions. A run repeats these transactions. */
  public static DrawnAccesses of(Workload workload) {
    Fingerprints fingerprints = new Fingerprints(0x5DEECE66DL, 0x2545F4914F6CDD1DL);
    ClientStream stream = workload.begin(1).client(0);
    List<DeclaredAccesses> drawn = new ArrayList<>(DRAWN);
    for (int i = 0; i < DRAWN; i++) {
      drawn.add(DeclaredAccesses.of(stream.next(), fingerprints));
    }
    return new DrawnAccesses(List.copyOf(drawn));
  }

  List<DeclaredAccesses> transactions() {
    return transactions;
  }

  /** Returns the share of the transactions whose keys are in several shards. */
  double crossShardShare(KeyPartition partition, int shards) {
    long several = transactions.stream().filter(each -> each.shards(partition, shards) > 1).count();
    return several / (double) transactions.size();
  }
}
