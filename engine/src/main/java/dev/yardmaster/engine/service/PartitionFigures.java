package dev.yardmaster.engine.service;

import java.util.BitSet;
import java.util.List;

/**
 * The protocols of an engine's partitions, and the work that was done under each protocol. If a
 * switch of a partition is completed while the figures are read, some figures may include this
 * switch and others may not. A list of partitions is a text with their numbers in ascending order,
 * for example {@code 0-15,20}.
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
   * The partitions of one protocol, and the work under this protocol. While a partition switches,
   * it belongs to the old protocol. A run counts for each protocol under which it has accessed a
   * record. So the sum over all protocols can exceed the number of the engine's runs. The keys that
   * belong to no partition also have a protocol, and runs that access these keys count for this
   * protocol. Runs of interactive transactions and of the engine itself also count.
   *
   * @param protocol the protocol's name
   * @param count the number of partitions of the protocol
   * @param partitions the partitions; empty if there are none
   * @param committed the number of committed runs under the protocol since the start
   * @param aborted the number of discarded runs under the protocol since the start; most of them
   *     were discarded because of a conflict
   */
  public record OfProtocol(
      String protocol, int count, String partitions, long committed, long aborted) {

    static OfProtocol of(String protocol, BitSet partitions, long committed, long aborted) {
      return new OfProtocol(
          protocol, partitions.cardinality(), ranges(partitions), committed, aborted);
    }
  }

  /**
   * A simultaneous switch of one or more partitions from one protocol to another.
   *
   * @param atMs the time of the switch, in ms since 1970. Attempts that begin later use only the
   *     new protocol in these partitions
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
