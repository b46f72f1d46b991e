package dev.yardmaster.client;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Outcome;
import java.util.concurrent.atomic.LongAdder;

/** The totals of a client's transactions. Any thread may call any method. */
final class ClientCounters {

  @Shared(
      writers = "threads that submit, event loops",
      readers = "threads that read meters",
      access = "LongAdder")
  private final LongAdder committed = new LongAdder();

  @Shared(
      writers = "threads that submit, event loops",
      readers = "threads that read meters",
      access = "LongAdder")
  private final LongAdder aborted = new LongAdder();

  @Shared(
      writers = "threads that submit, event loops",
      readers = "threads that read meters",
      access = "LongAdder")
  private final LongAdder rejected = new LongAdder();

  @Shared(
      writers = "threads that submit, event loops",
      readers = "threads that read meters",
      access = "LongAdder")
  private final LongAdder unknown = new LongAdder();

  @Shared(
      writers = "threads that submit, event loops",
      readers = "threads that read meters",
      access = "LongAdder")
  private final LongAdder refused = new LongAdder();

  @Shared(
      writers = "threads that submit, event loops",
      readers = "threads that read meters",
      access = "LongAdder")
  private final LongAdder retried = new LongAdder();

  /** Counts a transaction that has its outcome. */
  void ended(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Committed) {
      committed.increment();
    } else if (outcome instanceof Outcome.Aborted) {
      aborted.increment();
    } else if (outcome instanceof Outcome.Rejected) {
      rejected.increment();
    } else {
      unknown.increment();
    }
  }

  /**
   * Counts a transaction that the client has refused because too many transactions were
   * outstanding.
   */
  void refused() {
    refused.increment();
  }

  /** Counts a failed attempt that is followed by another one. */
  void retried() {
    retried.increment();
  }

  long committedCount() {
    return committed.sum();
  }

  long abortedCount() {
    return aborted.sum();
  }

  long rejectedCount() {
    return rejected.sum();
  }

  long unknownCount() {
    return unknown.sum();
  }

  long refusedCount() {
    return refused.sum();
  }

  long retriedCount() {
    return retried.sum();
  }
}
