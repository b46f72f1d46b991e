package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.benchmarks.jdbc.bank.CommittedCall;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A client that runs one transaction after another and counts the outcomes. Only one thread at a
 * time may use an instance. The end of a transaction must happen-before the request for the next
 * transaction.
 *
 * @param <A> the arguments of the workload's transactions
 */
public final class SqlClient<A> {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final SqlLoad<A> load;
  private final DrawnCalls.Walk<A> walk;
  private final Histogram latencyNs = new Histogram(SIGNIFICANT_DIGITS);
  private final List<CommittedCall> history = new ArrayList<>();
  private BankCounts recorded = BankCounts.NONE;
  private long changeCents;
  private long unknown;

  SqlClient(SqlLoad<A> load, DrawnCalls.Walk<A> walk) {
    this.load = load;
    this.walk = walk;
  }

  /** Returns the next transaction to run; null if the client may not begin another transaction. */
  public ClientTransaction<A> next() {
    SqlLoad.Phase phase = load.phase();
    if (phase == SqlLoad.Phase.DRAINING || phase == SqlLoad.Phase.ABANDONED) {
      return null;
    }
    return new ClientTransaction<>(
        this,
        load,
        walk.next(),
        load.nextNumber(),
        load.clock().nanoTime(),
        phase == SqlLoad.Phase.RECORDED);
  }

  void aborted(boolean isDeadlock) {
    if (load.phase() == SqlLoad.Phase.RECORDED) {
      recorded = recorded.plus(0, 0, 1, isDeadlock ? 1 : 0);
    }
  }

  void committed(ClientTransaction<A> call, BankReceipt receipt, int aborts) {
    long endNs = load.clock().nanoTime();
    changeCents += receipt.changeCents();
    load.countCommit();
    if (load.phase() == SqlLoad.Phase.RECORDED) {
      recorded = recorded.plus(receipt.isRefused() ? 0 : 1, receipt.isRefused() ? 1 : 0, 0, 0);
    }
    if (call.isRecorded()) {
      latencyNs.recordValue(endNs - call.beginNs());
      recorded = recorded.withMostAborts(aborts);
    }
    if (load.isHistoryRecorded()) {
      history.add(new CommittedCall(call.number(), call.beginNs(), endNs, receipt.seen()));
    }
  }

  void unknown() {
    unknown++;
  }

  BankCounts recorded() {
    return recorded;
  }

  Histogram latencyNs() {
    return latencyNs;
  }

  long changeCents() {
    return changeCents;
  }

  long unknownOutcomes() {
    return unknown;
  }

  List<CommittedCall> history() {
    return history;
  }
}
