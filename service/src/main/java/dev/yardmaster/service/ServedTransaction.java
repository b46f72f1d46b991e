package dev.yardmaster.service;

import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.outcome.KeptOutcome;

/** A transaction that a service runs, with the bounds that its caller has set. */
public abstract class ServedTransaction {

  private final TransactionOptions options;
  private final KeptOutcome kept;
  private final long beganNs;
  private final long timeoutNs;

  /**
   * A transaction.
   *
   * @param kept what is kept under its id; null if it has none
   * @param beganNs when its caller began to wait for it
   */
  protected ServedTransaction(TransactionOptions options, KeptOutcome kept, long beganNs) {
    this.options = options;
    this.kept = kept;
    this.beganNs = beganNs;
    this.timeoutNs = options.timeout().toNanos();
  }

  /** What its caller has asked for. */
  public final TransactionOptions options() {
    return options;
  }

  /** What is kept under its id; null if it has none. */
  public final KeptOutcome kept() {
    return kept;
  }

  /** When its caller began to wait for it. */
  public final long beganNs() {
    return beganNs;
  }

  /** When its caller no longer waits for it. */
  public final long deadlineNs() {
    return beganNs + timeoutNs;
  }

  /** Whether that time has come. */
  public final boolean isExpired(long nowNs) {
    return nowNs - beganNs >= timeoutNs;
  }

  /** Whether no other run may follow the one after so many that were discarded. */
  public final boolean isLastAttempt(int restarts) {
    return restarts + 1 >= options.maxAttempts();
  }
}
