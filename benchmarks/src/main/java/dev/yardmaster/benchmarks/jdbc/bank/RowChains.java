package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * For each row, the chain of the transactions that wrote it. A row's version is its position in the
 * chain. The number 0 denotes the initial data, which has version 0.
 */
final class RowChains {

  private static final int MAX_FINDINGS = 3;

  /**
   * For each row, a map from the number of each writer to the number of the next writer, which
   * replaced the balance of the first writer.
   */
  private final Map<AccountRow, Map<Long, Long>> successors = new HashMap<>();

  private final Map<AccountRow, Map<Long, Long>> versions = new HashMap<>();
  private final Map<AccountRow, Long> ends = new HashMap<>();
  private final List<String> findings = new ArrayList<>();

  private RowChains() {}

  static RowChains of(List<CommittedCall> calls) {
    RowChains chains = new RowChains();
    for (CommittedCall call : calls) {
      for (SeenRow seen : call.seen()) {
        if (seen.isWritten()) {
          chains.link(seen, call.number());
        }
      }
    }
    chains.successors.forEach(chains::number);
    for (CommittedCall call : calls) {
      for (SeenRow seen : call.seen()) {
        if (!chains.has(seen)) {
          chains.find(
              "transaction %d saw in %s a balance that no committed transaction wrote: writer=%d"
                  .formatted(call.number(), seen.row(), seen.writer()));
        }
      }
    }
    return chains;
  }

  private void link(SeenRow seen, long number) {
    Long other =
        successors.computeIfAbsent(seen.row(), row -> new HashMap<>()).put(seen.writer(), number);
    if (other != null) {
      find(
          "transactions %d and %d both replaced the balance that %d wrote to %s"
              .formatted(other, number, seen.writer(), seen.row()));
    }
  }

  private void number(AccountRow row, Map<Long, Long> links) {
    Map<Long, Long> numbered = new HashMap<>();
    long last = 0;
    for (Long next = links.get(0L); next != null; next = links.get(next)) {
      if (numbered.putIfAbsent(next, numbered.size() + 1L) != null) {
        find("transaction %d wrote %s twice".formatted(next, row));
        break;
      }
      last = next;
    }
    if (numbered.size() < links.size()) {
      find(
          "of %d writes of %s only %d follow from the initial data"
              .formatted(links.size(), row, numbered.size()));
    }
    versions.put(row, numbered);
    ends.put(row, last);
  }

  private boolean has(SeenRow seen) {
    return seen.writer() == 0
        || versions.getOrDefault(seen.row(), Map.of()).containsKey(seen.writer());
  }

  private void find(String finding) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    }
  }

  /**
   * Returns the version that a transaction wrote to a row; the transaction must be in the row's
   * chain.
   */
  long version(AccountRow row, long writer) {
    return writer == 0 ? 0 : versions.get(row).get(writer);
  }

  /**
   * Returns a line for each error in the chains, and a line for each row with a chain that does not
   * end at the row's last writer.
   */
  List<String> brokenAgainst(Map<AccountRow, Long> lastWriters) {
    List<String> broken = new ArrayList<>(findings);
    ends.forEach(
        (row, last) -> {
          long found = lastWriters.getOrDefault(row, 0L);
          if (found != last && broken.size() < MAX_FINDINGS) {
            broken.add(
                "%s was written last by transaction %d, not by %d".formatted(row, found, last));
          }
        });
    lastWriters.forEach(
        (row, last) -> {
          if (!ends.containsKey(row) && broken.size() < MAX_FINDINGS) {
            broken.add(
                "%s was written by transaction %d, which did not commit".formatted(row, last));
          }
        });
    return broken;
  }
}
