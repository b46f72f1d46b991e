package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.TransactionService;
import java.util.Locale;

/** The form in which a workload's transactions run. */
public enum Logic {
  /** Transactions run as procedures, with declared keys, on the service's threads. */
  PROCEDURE,
  /**
   * Transactions run as lambdas on their callers' threads. A lambda requests its keys one at a
   * time.
   */
  INTERACTIVE;

  /**
   * The upper bound of concurrent interactive transactions. There is a bound because each of them
   * has a thread.
   */
  public static final int MAX_INTERACTIVE = 2_000;

  /** Returns the name on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the service to which the clients of a closed loop submit their calls.
   *
   * @param concurrency upper bound of outstanding calls
   */
  TransactionService over(TransactionService service, int concurrency) {
    return this == PROCEDURE ? service : new InteractiveCalls(service, concurrency);
  }
}
