package dev.yardmaster.service;

import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.outcome.KeptOutcome;

/** A transaction that a service runs, with its caller's options. */
public abstract class ServedTransaction {

  private final TransactionOptions options;
  private final KeptOutcome kept;
  private final long beganNs;
  private final long timeoutNs;

  /**
   * Creates a transaction.
   *
   * @param kept the outcome kept under its id; null if it has no id
   * @param beganNs when the caller began to wait
   */
  protected ServedTransaction(TransactionOptions options, KeptOutcome kept, long beganNs) {
    this.options = options;
    this.kept = kept;
    this.beganNs = beganNs;
    this.timeoutNs = options.timeout().toNanos();
  }

  /** Returns the caller's options. */
  public final TransactionOptions options() {
    return options;
  }

  /** Returns the outcome kept under the transaction's id; null if it has no id. */
  public final KeptOutcome kept() {
    return kept;
  }

  /** When the caller began to wait. */
  public final long beganNs() {
    return beganNs;
  }

  /** When the caller stops waiting. */
  public final long deadlineNs() {
    return beganNs + timeoutNs;
  }

  /** Returns whether the deadline has passed. */
  public final boolean isExpired(long nowNs) {
    return nowNs - beganNs >= timeoutNs;
  }

  /** Returns whether the run after {@code restarts} discarded runs is the last that is allowed. */
  public final boolean isLastAttempt(int restarts) {
    return restarts + 1 >= options.maxAttempts();
  }
}
