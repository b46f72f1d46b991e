package dev.yardmaster.benchmarks.plan;

import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.workloads.Workload;
import java.util.Locale;

/**
 * The load of a plan.
 *
 * @param rate mean number of transactions that arrive in a second
 * @param mix the kind of transactions
 * @param keys number of keys; more than {@link #MAX_SIMULATED_KEYS} are not simulated
 * @param reads number of keys that a transaction of {@link Mix#ACCESSES} reads
 * @param writes number of read keys that the transaction also writes
 * @param skew Zipf theta with which keys, or customers, are drawn
 * @param seed seed of the transactions and of their arrivals
 */
public record PlannedLoad(
    double rate, Mix mix, int keys, int reads, int writes, double skew, long seed) {

  /**
   * The largest number of keys that is simulated. A load with more keys has fewer conflicts, so the
   * plan has at least as many threads as this load needs.
   */
  public static final int MAX_SIMULATED_KEYS = 50_000;

  private static final int ACCOUNTS_OF_A_CUSTOMER = 2;

  /** The kinds of transactions. */
  public enum Mix {
    /** SmallBank; each customer has two keys. */
    SMALLBANK,
    /** The micro-benchmark of five reads and five writes. */
    MICRO,
    /** Transactions with given numbers of reads and writes. */
    ACCESSES;

    /** Returns the name on command lines and in reports. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the number of keys that is simulated. */
  public int simulatedKeys() {
    return Math.min(keys, MAX_SIMULATED_KEYS);
  }

  Workload draw() {
    return switch (mix) {
      case SMALLBANK ->
          new SmallBank(
              Math.max(SmallBank.MIN_CUSTOMERS, simulatedKeys() / ACCOUNTS_OF_A_CUSTOMER),
              skew,
              seed);
      case MICRO -> new Micro(Math.max(Micro.MIN_OBJECTS, simulatedKeys()), skew, seed);
      case ACCESSES -> new AccessMix(simulatedKeys(), reads, writes, skew, seed);
    };
  }
}
