package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.RandomTransactions.Kind;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.proof.checker.CheckOptions;
import dev.yardmaster.proof.checker.CheckResult;
import dev.yardmaster.proof.checker.Guarantee;
import dev.yardmaster.proof.checker.SerializabilityChecker;
import java.io.IOException;

/**
 * A run in which simulated workers execute {@link RandomTransactions}; a seed determines the order
 * of the workers' steps.
 */
public final class InterleavedRun {

  /** The number of workers in a run. */
  public static final int WORKERS = 8;

  /**
   * The factor by which tests multiply the number of runs. The Maven profile slow sets it above 1.
   */
  public static final int EFFORT = Integer.getInteger("tests.effort", 1);

  /**
   * The virtual time at which a run fails, more than twice the time of the longest successful run;
   * a worker that waits forever reaches it.
   */
  private static final long END_NS = 50_000_000L;

  private static final long ACCESS_NS = 400;

  /**
   * With these costs, each row of a scan costs as much as an access, so that other workers run even
   * during a scan of few rows.
   */
  private static final SimulatedCosts COSTS =
      new SimulatedCosts(ACCESS_NS, 400, 400, 60, 60, 60, 3, 60, 200, 12, 1, 6, 0);

  private InterleavedRun() {}

  /**
   * Returns the number of seeds of a test.
   *
   * @param quick the number if the effort is 1
   * @param each the number for each unit of a greater effort
   */
  public static int seeds(int quick, int each) {
    return EFFORT == 1 ? quick : each * EFFORT;
  }

  /** The result of a run; {@code checked} is the check for the protocol's isolation level. */
  public record RunOutcome(CheckResult checked, String leaks, long switches) {
    /** Fails unless the history passed the check and all records and slots were released. */
    public void requireGood(String run) {
      assertTrue(checked.isSerializable(), () -> run + ": " + checked.inWords());
      assertEquals("", leaks, run);
    }
  }

  /** Runs {@code transactionsEach} transactions on each worker, and checks their history. */
  public static RunOutcome of(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(protocol, seed, transactionsEach, END_NS);
  }

  /**
   * Runs {@code transactionsEach} transactions on each worker, and checks their history. The run
   * fails if a worker still runs at virtual time {@code endNs}.
   */
  public static RunOutcome of(Protocol protocol, long seed, int transactionsEach, long endNs)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.OPERATIONS), seed, transactionsEach, endNs);
  }

  /** Runs transactions that first scan a range and then write records outside this range. */
  public static RunOutcome ofScans(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.SCANS), seed, transactionsEach, END_NS);
  }

  /** Runs transactions that are suspended between their operations. */
  public static RunOutcome ofSteps(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.STEPS), seed, transactionsEach, END_NS);
  }

  /** Runs transactions of groups; some of them abort by their own decision. */
  public static RunOutcome ofGroups(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.GROUPS), seed, transactionsEach, END_NS);
  }

  /**
   * Runs transactions that read what other transactions write, and write what other transactions
   * read.
   */
  public static RunOutcome ofSkews(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.SKEWS), seed, transactionsEach, END_NS);
  }

  /**
   * Runs transactions that scan what other transactions write, and write what other transactions
   * scan.
   */
  public static RunOutcome ofScanSkews(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.SCAN_SKEWS), seed, transactionsEach, END_NS);
  }

  /** Runs serializable transactions together with read-committed ones. */
  public static RunOutcome ofCommittedReads(Protocol protocol, long seed, int transactionsEach)
      throws IOException {
    return of(
        new RandomTransactions(protocol, WORKERS, Kind.READ_COMMITTED),
        seed,
        transactionsEach,
        END_NS);
  }

  /**
   * Waits once for the virtual time that the given number of accesses costs. The accesses
   * themselves would suspend the worker once for each access. On a real thread, the method does
   * nothing, because other workers run anyway.
   */
  public static void dawdle(WorkerContext worker, int accesses) {
    if (worker.pace() instanceof SimulatedWorker simulated) {
      simulated.pass(accesses * ACCESS_NS);
    }
  }

  /** Returns options that check a history for the isolation level of the protocol. */
  static CheckOptions guaranteed(Protocol protocol) {
    return CheckOptions.defaults().with(Guarantee.valueOf(protocol.isolation().name()));
  }

  private static RunOutcome of(
      RandomTransactions transactions, long seed, int transactionsEach, long endNs)
      throws IOException {
    HistoryLog history = HistoryLog.inMemory();
    Interleaver interleaver = new Interleaver(seed, COSTS, endNs);
    Worker[] workers = new Worker[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      SimulatedWorker simulated = interleaver.add();
      workers[i] = transactions.database.worker(i, simulated, null, history.recorder());
      simulated.runs(transactions.client(workers[i], seed, transactionsEach));
    }
    transactions.fill(workers[0]);
    interleaver.run();
    history.close();
    CheckResult checked =
        SerializabilityChecker.check(history.bytes(), guaranteed(transactions.database.protocol()));
    return new RunOutcome(checked, transactions.leaks(workers), interleaver.switches());
  }
}
