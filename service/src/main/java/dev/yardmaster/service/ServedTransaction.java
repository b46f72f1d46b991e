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
   * @param kept keeps the outcome under the transaction's id; null if the transaction has no id
   * @param beganNs the time at which the caller began to wait, in ns
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

  /**
   * Returns the object that keeps the outcome under the transaction's id; null if the transaction
   * has no id.
   */
  public final KeptOutcome kept() {
    return kept;
  }

  /** Returns the time at which the caller began to wait, in ns. */
  public final long beganNs() {
    return beganNs;
  }

  /** Returns the time at which the caller stops waiting, in ns. */
  public final long deadlineNs() {
    return beganNs + timeoutNs;
  }

  /** Returns whether the deadline has passed. */
  public final boolean isExpired(long nowNs) {
    return nowNs - beganNs >= timeoutNs;
  }

  /**
   * Returns whether the current run, which follows {@code restarts} discarded runs, is the last
   * allowed run.
   */
  public final boolean isLastAttempt(int restarts) {
    return restarts + 1 >= options.maxAttempts();
  }
}
