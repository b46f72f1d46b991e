package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.table.Partitioning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The protocols that {@code cormcc} assigns to the partitions at the beginning of a round. {@code
 * cormcc=silo} assigns Silo to all partitions. {@code cormcc=silo*20/no-wait*20/partcc} assigns
 * Silo to the first 20 partitions, no-wait to the next 20, and partcc to all further partitions.
 * Keys that belong to no partition are under Silo.
 *
 * <p>{@code cormcc=silo>no-wait} switches all keys, inside and outside of partitions, from Silo to
 * no-wait within the recorded interval. {@code cormcc=silo>>no-wait} makes the same switch, but
 * stops all workers for it.
 */
final class ProtocolMapping {

  /** The prefix of a label that contains a mapping. */
  static final String PREFIX = "cormcc=";

  /** The protocols that can be assigned to a partition. */
  static final List<String> CANDIDATES = List.of("partcc", "no-wait", "silo");

  private static final String SWITCH = ">";
  private static final String STOP_ALL = ">>";

  private final List<String> first = new ArrayList<>();
  private String last;

  /** The protocol to which all partitions switch; null if the partitions do not switch. */
  private String to;

  private boolean stopsAll;

  private ProtocolMapping() {}

  /**
   * Returns the mapping that a label describes.
   *
   * @throws IllegalArgumentException if the text behind the prefix is not a mapping
   */
  static ProtocolMapping parse(String label) {
    ProtocolMapping mapping = new ProtocolMapping();
    mapping.stopsAll = label.contains(STOP_ALL);
    String[] change =
        label.substring(PREFIX.length()).split(mapping.stopsAll ? STOP_ALL : SWITCH, -1);
    if (change.length > 1) {
      mapping.to = change[1];
      if (change.length > 2
          || !CANDIDATES.contains(mapping.to)
          || change[0].contains("/")
          || change[0].equals(mapping.to)) {
        throw wrong(label);
      }
    }
    for (String entry : change[0].split("/", -1)) {
      String[] parts = entry.split("\\*", 2);
      if (mapping.last != null || !CANDIDATES.contains(parts[0])) {
        throw wrong(label);
      }
      if (parts.length == 1) {
        mapping.last = parts[0];
      } else {
        mapping.first.addAll(Collections.nCopies(count(label, parts[1]), parts[0]));
      }
    }
    if (mapping.last == null) {
      throw wrong(label);
    }
    return mapping;
  }

  private static int count(String label, String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw wrong(label);
    }
    return Integer.parseInt(text);
  }

  private static IllegalArgumentException wrong(String label) {
    return new IllegalArgumentException(
        "'"
            + label
            + "' is not a mapping like cormcc=silo, cormcc=silo*20/no-wait*20/partcc,"
            + " cormcc=silo>no-wait or cormcc=silo>>no-wait, with "
            + String.join(", ", CANDIDATES));
  }

  /** Returns the protocol to which all partitions switch; null if the partitions do not switch. */
  String to() {
    return to;
  }

  /**
   * Checks that each protocol of the mapping gets at least one partition.
   *
   * @param partitions the number of partitions
   * @throws IllegalArgumentException if there are too few partitions
   */
  void requirePartitions(int partitions) {
    if (first.size() >= partitions) {
      throw new IllegalArgumentException(
          last
              + " has no partition: the protocols before it have "
              + first.size()
              + " of "
              + partitions
              + " partitions");
    }
  }

  /** Returns a new instance of the protocol, for one engine. */
  Protocol newProtocol(int workers, Partitioning partitioning) {
    IntFunction<String> names =
        partition ->
            partition == partitioning.count()
                ? to == null ? "silo" : last
                : partition < first.size() ? first.get(partition) : last;
    return stopsAll
        ? Protocols.cormccStoppingAll(workers, partitioning, names)
        : Protocols.cormcc(workers, partitioning, names);
  }
}
