package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.table.Partitioning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The protocols that {@code cormcc} has for the partitions at the beginning, and keeps: {@code
 * cormcc=silo}, or {@code cormcc=silo*20/no-wait*20/partcc} for 20 partitions under each of the
 * first two and the others under the last. Keys that belong to no partition are under Silo.
 */
final class ProtocolMapping {

  /** The beginning of a label with a mapping. */
  static final String PREFIX = "cormcc=";

  private static final List<String> CANDIDATES = List.of("partcc", "no-wait", "silo");

  private final List<String> first = new ArrayList<>();
  private String last;

  private ProtocolMapping() {}

  /**
   * Returns the mapping of a label.
   *
   * @throws IllegalArgumentException if the text behind the prefix is not a mapping
   */
  static ProtocolMapping parse(String label) {
    ProtocolMapping mapping = new ProtocolMapping();
    for (String entry : label.substring(PREFIX.length()).split("/", -1)) {
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
            + "' is not a mapping like cormcc=silo or cormcc=silo*20/no-wait*20/partcc, with "
            + String.join(", ", CANDIDATES));
  }

  /** Returns a new instance of the protocol, for one engine. */
  Protocol newProtocol(int workers, Partitioning partitioning) {
    return Protocols.cormcc(
        workers,
        partitioning,
        partition ->
            partition == partitioning.count()
                ? "silo"
                : partition < first.size() ? first.get(partition) : last);
  }
}
