package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.TransactionService;
import java.util.Locale;

/** How a workload's transactions run. */
public enum Logic {
  /** As procedures, with declared keys, on the service's threads. */
  PROCEDURE,
  /** As lambdas, which ask for their keys one after the other, each on its caller's thread. */
  INTERACTIVE;

  /** Upper bound of concurrent interactive transactions: each has a thread. */
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
