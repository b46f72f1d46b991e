package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;

/**
 * The partitions of YCSB's table, as in the CormCC paper (USENIX ATC 2018, sections 6.2 and 6.5).
 * Key {@code k} is in partition {@code k % count}, and the skew applies inside each partition. The
 * clients take turns in receiving a base partition.
 *
 * @param count number of partitions; 1 to 1,024. With 1, the settings below have no effect
 * @param cross number of partitions, the first ones, whose clients have cross-partition
 *     transactions: half of the requests of such a transaction are to another of these partitions
 * @param crossPercent percentage of the transactions of these clients that are cross-partition
 * @param readOnly number of partitions, the last ones, that are only read
 */
public record YcsbPartitions(int count, int cross, int crossPercent, int readOnly)
    implements Partitioning {

  /** The table is one partition. */
  public static final YcsbPartitions ONE = new YcsbPartitions(1, 0, 0, 0);

  private static final int MOST = 1_024;

  /** Checks that all values are in their ranges. */
  public YcsbPartitions {
    check("partitions", count, 1, MOST);
    check("cross-partitions", cross, 0, count);
    check("cross-percent", crossPercent, 0, 100);
    check("read-only-partitions", readOnly, 0, count);
    if (cross == 1) {
      throw new IllegalArgumentException(
          "a cross-partition transaction accesses two partitions: cross-partitions=" + cross);
    }
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is from " + least + " to " + most + ": " + name + "=" + value);
    }
  }

  @Override
  public int of(Table table, long key, byte[] rest) {
    // A division of ints is about twice as fast, and each access divides once.
    return key == (int) key ? (int) key % count : (int) (key % count);
  }

  /** Returns these partitions with other cross-partition transactions. */
  YcsbPartitions withCross(int newCross, int newCrossPercent) {
    return new YcsbPartitions(count, newCross, newCrossPercent, readOnly);
  }

  /** Returns whether a partition is only read. */
  boolean isReadOnly(int partition) {
    return partition >= count - readOnly;
  }

  @Override
  public String toString() {
    return count
        + " partitions ("
        + cross
        + " with "
        + crossPercent
        + " % cross-partition, "
        + readOnly
        + " read-only)";
  }
}
