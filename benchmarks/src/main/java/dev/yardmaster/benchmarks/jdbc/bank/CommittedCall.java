package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.List;

/**
 * The record of a transaction that committed.
 *
 * @param number the transaction's number, above 0
 * @param beginNs the time at which the client began the transaction
 * @param endNs the time at which the client received the commit
 * @param seen the rows read and written, in order
 */
public record CommittedCall(long number, long beginNs, long endNs, List<SeenRow> seen) {

  /** Copies the list. */
  public CommittedCall {
    seen = List.copyOf(seen);
  }
}
