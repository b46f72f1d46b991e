package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.List;

/**
 * A transaction that committed.
 *
 * @param number above 0, its own
 * @param beginNs when its client began it
 * @param endNs when its client learned that it had committed
 * @param seen what it saw and wrote, in order
 */
public record CommittedCall(long number, long beginNs, long endNs, List<SeenRow> seen) {

  /** Copies the list. */
  public CommittedCall {
    seen = List.copyOf(seen);
  }
}
