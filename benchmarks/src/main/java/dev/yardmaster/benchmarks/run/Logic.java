package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.TransactionService;
import java.util.Locale;

/** How a workload's transactions are run. */
public enum Logic {
  /** As procedures, whose keys are declared; on the service's threads. */
  PROCEDURE,
  /** As lambdas, whose keys are known when they ask for them; each on its caller's thread. */
  INTERACTIVE;

  /** Most interactive transactions at once: each has a thread. */
  public static final int MAX_INTERACTIVE = 2_000;

  /** The name used on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What the clients of a closed loop submit their calls to.
   *
   * @param concurrency most calls outstanding at once
   */
  TransactionService over(TransactionService service, int concurrency) {
    return this == PROCEDURE ? service : new InteractiveCalls(service, concurrency);
  }
}
