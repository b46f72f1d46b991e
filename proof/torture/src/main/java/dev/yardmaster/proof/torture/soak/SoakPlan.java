package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankModel;
import dev.yardmaster.proof.torture.BankService;
import dev.yardmaster.proof.torture.Torture;

/**
 * The sizes and durations of a soak run.
 *
 * @param service the service that the server runs
 * @param stretches number of stretches; the server's process is ended after each stretch
 * @param stretchNs the length of a stretch, in ns; if a kind of disturbance has not taken effect
 *     yet, the stretch ends later
 * @param checkNs the time between two checks, in ns
 * @param customers number of customers; 2 or more
 * @param clients number of clients, each with its own connections
 * @param concurrency total number of outstanding transactions of all clients
 * @param checkpointBytes the growth of the log, in bytes, after which a checkpoint is due
 */
public record SoakPlan(
    BankService service,
    int stretches,
    long stretchNs,
    long checkNs,
    int customers,
    int clients,
    int concurrency,
    long checkpointBytes) {

  private static final long LONGEST_WARM_UP_NS = 60_000_000_000L;
  private static final int WARM_UP_PARTS = 4;
  private static final int CHECKS_PER_STRETCH = 2;
  private static final long LONGEST_RELEASE_NS = 15_000_000_000L;
  private static final long LONGEST_PAUSE_NS = 5_000_000_000L;
  private static final int DISTURBANCES_PER_STRETCH = 24;
  private static final long MAX_CHECKPOINT_BYTES = 2 << 20;
  private static final long MIN_CHECKPOINT_BYTES = 1 << 16;
  private static final long CHECKPOINT_BYTES_PER_S = 1 << 14;
  private static final double NS_PER_S = 1e9;

  /**
   * A plan with a suitable growth of the log until a checkpoint is due: 2 MiB, or less if the
   * stretch is shorter than two minutes. A stretch lasts until a disturbance has prevented a
   * checkpoint.
   */
  SoakPlan(
      BankService service,
      int stretches,
      long stretchNs,
      long checkNs,
      int customers,
      int clients,
      int concurrency) {
    this(
        service,
        stretches,
        stretchNs,
        checkNs,
        customers,
        clients,
        concurrency,
        Math.max(
            MIN_CHECKPOINT_BYTES,
            Math.min(
                MAX_CHECKPOINT_BYTES, (long) (CHECKPOINT_BYTES_PER_S * (stretchNs / NS_PER_S)))));
  }

  /** Returns the history of a bank whose accounts were just opened. */
  BankHistory newBank() {
    return new BankHistory(new BankModel(customers, Torture.OPENING_CENTS));
  }

  /**
   * Returns the time from the start of a process to its first check: a minute, or less if the
   * stretch is short.
   */
  long warmUpNs() {
    return Math.min(LONGEST_WARM_UP_NS, stretchNs / WARM_UP_PARTS);
  }

  /**
   * Returns the maximum time for the process to release its temporary resources before a check: 15
   * s, or less if the stretch is short.
   */
  long releaseNs() {
    return Math.min(LONGEST_RELEASE_NS, stretchNs / WARM_UP_PARTS);
  }

  /**
   * Returns the time between two checks. It is so short that a stretch has at least two further
   * checks after the first check.
   */
  long checkEveryNs() {
    return Math.min(checkNs, (stretchNs - warmUpNs()) / CHECKS_PER_STRETCH);
  }

  /** Returns the time between two disturbances: 5 s, or less if the stretch is short. */
  long disturbEveryNs() {
    return Math.min(LONGEST_PAUSE_NS, stretchNs / DISTURBANCES_PER_STRETCH);
  }
}
