package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * A caller that runs one transfer after another as a lambda on its own thread. Only this thread may
 * use an instance until the thread has ended.
 */
final class LambdaCaller implements TransactionLogic<Boolean> {

  /**
   * The limits on attempts and time are so high that no transaction fails because of them. Every
   * transaction must commit, because the run measures conflicts.
   */
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(60)).withMaxAttempts(1_000_000);

  private static final int LATENCY_DIGITS = 3;

  private final LambdaRound round;
  private final TransactionService service;
  private final NanoClock clock;
  private final Accounts accounts;
  private final int[] drawn;
  private int next;
  private final Histogram latencyNs = new Histogram(LATENCY_DIGITS);
  private Key from;
  private Key to;
  private long runs;
  private long committed;
  private long attempts;

  /**
   * Creates a caller.
   *
   * @param drawn the transfers as in {@link Accounts#draw}; after the last transfer, the caller
   *     continues with the first transfer
   * @param first index in {@code drawn} of the caller's first transfer
   */
  LambdaCaller(
      LambdaRound round,
      TransactionService service,
      NanoClock clock,
      Accounts accounts,
      int[] drawn,
      int first) {
    this.round = round;
    this.service = service;
    this.clock = clock;
    this.accounts = accounts;
    this.drawn = drawn;
    next = first;
  }

  /** Runs transfers until the round is over. */
  void call() {
    LambdaRound.Phase phase = round.phase();
    while (phase != LambdaRound.Phase.OVER) {
      from = accounts.key(drawn[next]);
      to = accounts.key(drawn[next + 1]);
      next = next + 2 == drawn.length ? 0 : next + 2;
      runs = 0;
      long beganNs = clock.nanoTime();
      Outcome<Boolean> outcome = service.execute(this, OPTIONS);
      long tookNs = clock.nanoTime() - beganNs;
      if (!(outcome instanceof Outcome.Committed<Boolean>)) {
        throw new WorkloadFailure(
            "a transfer did not commit: " + outcome.error().getMessage(), outcome.error());
      }
      if (phase == LambdaRound.Phase.RECORDED) {
        latencyNs.recordValue(tookNs);
      }
      phase = round.phase();
      if (phase == LambdaRound.Phase.RECORDED) {
        committed++;
        attempts += runs;
      }
    }
  }

  @Override
  public Boolean run(Transaction transaction) {
    runs++;
    long left = transaction.getLong(from) - 1;
    long right = transaction.getLong(to) + 1;
    transaction.putLong(from, left);
    transaction.putLong(to, right);
    return Boolean.TRUE;
  }

  /** Returns the number of transfers that committed within the recorded interval. */
  long committed() {
    return committed;
  }

  /** Returns the number of runs of the lambda for the transfers that {@link #committed} counts. */
  long attempts() {
    return attempts;
  }

  /** Returns the time, in ns, of each call that began within the recorded interval. */
  Histogram latencyNs() {
    return latencyNs;
  }
}
