package dev.yardmaster.engine.service;

import java.util.BitSet;
import java.util.List;

/**
 * Which protocols an engine's partitions have, and the work that was done under each protocol. If a
 * switch ends while the figures are read, some of the figures can include it and others not. A list
 * of partitions is a text with their numbers in ascending order, for example {@code 0-15,20}.
 *
 * @param count the number of partitions
 * @param protocols the protocols that an engine can choose for a partition
 * @param switches the number of times that a partition was switched to another protocol since the
 *     start
 * @param lastSwitches the most recent switches, at most {@value #MAX_SWITCHES}, newest first
 */
public record PartitionFigures(
    int count, List<OfProtocol> protocols, long switches, List<Switch> lastSwitches) {

  /** The maximum number of recent switches that are kept. */
  public static final int MAX_SWITCHES = 16;

  /**
   * The partitions that have one protocol, and the work under this protocol. While a partition
   * switches, it belongs to the old protocol. A run counts for each protocol under which it has
   * accessed a record, so the sum over all protocols can exceed the number of the engine's runs.
   * The keys that belong to no partition also have a protocol, and their runs count. Runs of
   * interactive transactions and of the engine itself count as well.
   *
   * @param protocol the protocol's name
   * @param count the number of partitions that have the protocol
   * @param partitions the partitions; empty if there are none
   * @param committed the number of runs under the protocol since the start that committed
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
   * A switch of one or more partitions, at the same time, from one protocol to another.
   *
   * @param atMs the time, in ms since 1970, from which new attempts use only the new protocol in
   *     these partitions
   * @param from the name of the old protocol
   * @param to the name of the new protocol
   * @param count the number of partitions that were switched
   * @param partitions the partitions that were switched
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
