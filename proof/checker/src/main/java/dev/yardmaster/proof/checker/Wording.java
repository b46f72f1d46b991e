package dev.yardmaster.proof.checker;

import dev.yardmaster.proof.checker.BadAccesses.BadAccess;
import java.util.Locale;

/** Returns texts that describe the findings of a check. */
final class Wording {

  private final TransactionColumns transactions;
  private final KeyDictionary keys;
  private final VersionOrder order;

  Wording(TransactionColumns transactions, KeyDictionary keys, VersionOrder order) {
    this.transactions = transactions;
    this.keys = keys;
    this.order = order;
  }

  String transaction(int transaction) {
    long commitVersion = transactions.commitVersions[transaction];
    return "transaction "
        + transactions.ids[transaction]
        + (commitVersion == 0 ? " (read-only)" : " (commit version " + commitVersion + ")");
  }

  String key(int key) {
    return keys.keyOf(key).toString();
  }

  /** Returns a sentence about a step, with the accesses of its two transactions. */
  String step(CycleEdge step) {
    return sentence(step) + "  [" + step.kind().label + "]";
  }

  private String sentence(CycleEdge step) {
    String from = transaction(step.from());
    String to = transaction(step.to());
    if (step.kind() == CycleEdge.Kind.REAL_TIME) {
      return from + " ended " + gap(step) + " before " + to + " began";
    }
    String key = keyOf(step.fromSlot());
    long fromVersion = order.version(step.fromSlot());
    long toVersion = order.version(step.toSlot());
    String wrote = from + " wrote " + key + " at version " + fromVersion + "; ";
    return switch (step.kind()) {
      case WR -> wrote + to + " read that version";
      case WW ->
          wrote
              + to
              + (step.toSlot() == step.fromSlot() + 1
                  ? " overwrote it with version " + toVersion
                  : " wrote it again later, at version " + toVersion);
      default ->
          from
              + " read "
              + key
              + (fromVersion == 0
                  ? " as absent, at version 0; "
                  : " at version " + fromVersion + "; ")
              + to
              + " overwrote it with version "
              + toVersion;
    };
  }

  /** Returns a short label of a step, for the edge of a drawing. */
  String label(CycleEdge step) {
    String kind = step.kind().label;
    if (step.kind() == CycleEdge.Kind.REAL_TIME) {
      return kind + ", " + gap(step);
    }
    String versions =
        step.kind() == CycleEdge.Kind.WR
            ? " at " + order.version(step.fromSlot())
            : " from " + order.version(step.fromSlot()) + " to " + order.version(step.toSlot());
    return kind + " " + keyOf(step.fromSlot()) + versions;
  }

  /** Returns a sentence that describes a bad access. */
  String badAccess(AnomalyKind kind, BadAccess bad) {
    String transaction = transaction(bad.transaction());
    if (bad.key() == BadAccesses.NONE) {
      return transaction(bad.other()) + " and " + transaction + " have the same commit version";
    }
    String version = key(bad.key()) + " at version " + bad.version();
    if (kind == AnomalyKind.DUPLICATE_VERSION) {
      return bad.other() == BadAccesses.NONE
          ? transaction + " wrote " + version + ", but versions of writes start at 1"
          : transaction(bad.other()) + " and " + transaction + " both wrote " + version;
    }
    if (kind == AnomalyKind.NO_SNAPSHOT) {
      return transaction
          + " missed "
          + version
          + " of "
          + transaction(bad.other())
          + ", but another of its reads, or an end before its begin, is not earlier";
    }
    if (kind == AnomalyKind.OVERLAPPING_WRITES) {
      return transaction
          + " overwrote "
          + version
          + " of "
          + transaction(bad.other())
          + ", which is later than its reads";
    }
    if (kind == AnomalyKind.G1A) {
      return transaction + " read " + version + ", which no recorded transaction wrote";
    }
    return transaction
        + " read "
        + version
        + (bad.other() == BadAccesses.NONE
            ? ", which is its initial absence, but saw a value"
            : ", but saw another value than the final one of " + transaction(bad.other()));
  }

  private String keyOf(int slot) {
    return key(order.keyOf(slot));
  }

  private String gap(CycleEdge step) {
    return duration(transactions.beginsNs[step.to()] - transactions.endsNs[step.from()]);
  }

  private static String duration(long ns) {
    // A negative difference has overflowed the range of a long.
    if (ns < 0) {
      return "centuries";
    }
    if (ns < 1_000) {
      return ns + " ns";
    }
    if (ns < 1_000_000) {
      return String.format(Locale.ROOT, "%.1f µs", ns / 1e3);
    }
    return ns < 1_000_000_000
        ? String.format(Locale.ROOT, "%.1f ms", ns / 1e6)
        : String.format(Locale.ROOT, "%.1f s", ns / 1e9);
  }
}
