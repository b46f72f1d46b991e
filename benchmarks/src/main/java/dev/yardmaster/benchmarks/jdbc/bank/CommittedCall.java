package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.List;

/**
 * A transaction that committed.
 *
 * @param number its number, above 0
 * @param beginNs when its client began it
 * @param endNs when its client received the commit
 * @param seen the rows seen and written, in order
 */
public record CommittedCall(long number, long beginNs, long endNs, List<SeenRow> seen) {

  /** Copies the list. */
  public CommittedCall {
    seen = List.copyOf(seen);
  }
}
