package dev.yardmaster.engine.service;

import java.util.BitSet;
import java.util.List;

/**
 * The protocols of an engine's partitions. A switch that ends while the figures are read can be in
 * some of them and not in others. A text of partitions has their numbers in ascending order, for
 * example {@code 0-15,20}.
 *
 * @param count the number of partitions
 * @param protocols the protocols that an engine can choose for a partition
 * @param switches the number of times that a partition has got another protocol since the start
 * @param lastSwitches the last {@value #MAX_SWITCHES} switches, newest first
 */
public record PartitionFigures(
    int count, List<OfProtocol> protocols, long switches, List<Switch> lastSwitches) {

  /** The maximum number of last switches. */
  public static final int MAX_SWITCHES = 16;

  /**
   * The partitions and the work under a protocol. While a partition switches, it counts under the
   * old protocol. A run counts for each protocol under which it has accessed a record, so the runs
   * of all protocols together can be more than the engine's runs. The keys that belong to no
   * partition have a protocol, too. Runs of interactive transactions and of the service itself
   * count.
   *
   * @param protocol the protocol's name
   * @param count the number of these partitions
   * @param partitions the partitions; empty if there are none
   * @param committed the number of runs since the start that ended without a conflict
   * @param aborted the number of runs since the start that were discarded, most of them because of
   *     a conflict
   */
  public record OfProtocol(
      String protocol, int count, String partitions, long committed, long aborted) {

    static OfProtocol of(String protocol, BitSet partitions, long committed, long aborted) {
      return new OfProtocol(
          protocol, partitions.cardinality(), ranges(partitions), committed, aborted);
    }
  }

  /**
   * A switch of partitions from one protocol to another at the same time.
   *
   * @param atMs the time since which new attempts use only the new protocol in the partitions, in
   *     ms since 1970
   * @param from the name of the old protocol
   * @param to the name of the new protocol
   * @param count the number of these partitions
   * @param partitions the partitions
   */
  public record Switch(long atMs, String from, String to, int count, String partitions) {

    static Switch of(long atMs, String from, String to, BitSet partitions) {
      return new Switch(atMs, from, to, partitions.cardinality(), ranges(partitions));
    }
  }

  /** Copies the lists, so that the record is immutable. */
  public PartitionFigures {
    protocols = List.copyOf(protocols);
    lastSwitches = List.copyOf(lastSwitches);
  }

  private static String ranges(BitSet partitions) {
    StringBuilder text = new StringBuilder();
    for (int from = partitions.nextSetBit(0); from >= 0; ) {
      int to = partitions.nextClearBit(from) - 1;
      text.append(text.isEmpty() ? "" : ",").append(from);
      if (to > from) {
        text.append('-').append(to);
      }
      from = partitions.nextSetBit(to + 1);
    }
    return text.toString();
  }
}
