package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.engine.table.Partitioning;
import dev.yardmaster.engine.table.Table;

/**
 * The partitions of YCSB's table, as in the CormCC paper (USENIX ATC 2018, sections 6.2 and 6.5).
 * Key {@code k} is in partition {@code k % count}, and Zipf's law applies inside each partition.
 * Each client has a base partition; the partitions are assigned to the clients in turn.
 *
 * @param count number of partitions; 1 to 1,024. If the number is 1, the following settings have no
 *     effect
 * @param cross number of partitions with cross-partition transactions, counted from the first
 *     partition; such a transaction sends half of its requests to another of these partitions
 * @param crossPercent percentage of the transactions of these clients that are cross-partition
 * @param readOnly number of partitions, ending with the last, that are only read
 */
public record YcsbPartitions(int count, int cross, int crossPercent, int readOnly)
    implements Partitioning {

  /** All keys are in one partition. */
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
    // Dividing ints is about twice as fast as dividing longs, and each access divides once.
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
