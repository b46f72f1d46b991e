package dev.yardmaster.jdbc.lanes;

import java.util.concurrent.atomic.LongAdder;

/** What became of transactions so far. Any thread. */
public final class Totals {
  private final LongAdder committed = new LongAdder();
  private final LongAdder aborted = new LongAdder();
  private final LongAdder exhausted = new LongAdder();
  private final LongAdder ambiguous = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder notStarted = new LongAdder();

  void committed() {
    committed.increment();
  }

  void aborted() {
    aborted.increment();
  }

  void exhausted() {
    exhausted.increment();
  }

  void ambiguous() {
    ambiguous.increment();
  }

  void failed() {
    failed.increment();
  }

  void notStarted() {
    notStarted.increment();
  }

  /** Transactions that were committed. */
  public long committedCount() {
    return committed.sum();
  }

  /** Attempts that the database aborted. */
  public long abortedCount() {
    return aborted.sum();
  }

  /** Transactions given up after their last attempt. */
  public long exhaustedCount() {
    return exhausted.sum();
  }

  /** Transactions of which it is not known whether they were committed. */
  public long ambiguousCount() {
    return ambiguous.sum();
  }

  /** Transactions that failed by something that running again does not help. */
  public long failedCount() {
    return failed.sum();
  }

  /** Transactions that were refused, or waited until their deadline. */
  public long notStartedCount() {
    return notStarted.sum();
  }
}
