package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The clients of a pipeline on virtual cores. The clients' own work takes no virtual time. In a
 * closed loop, a client submits a transaction when one of its transactions ends. In an open loop,
 * transactions arrive at random with independent gaps. Latency counts from the intended beginning
 * of a transaction.
 */
final class VirtualClients implements OutsideEvents {

  /**
   * The options of all transactions. The run measures conflicts, so the limits are so high that no
   * transaction fails because of conflicts or time.
   */
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(60)).withMaxAttempts(1_000_000);

  private static final long MAX_LATENCY_NS = 120_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  private final TransactionService service;
  private final Cores cores;
  private final ClientStream stream;
  private final VirtualLoad load;
  private final UniformRandomProvider random;
  private final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, 3);
  private double nextArrivalNs;
  private boolean on;
  private boolean recorded;
  private long submitted;
  private long ended;
  private long committed;
  private long refused;
  private long abortedByLogic;
  private long recordedEnds;
  private long recordedBegins;
  private long inFlightBefore;
  private WorkloadFailure failure;

  VirtualClients(
      TransactionService service, Cores cores, ClientStream stream, VirtualLoad load, long seed) {
    this.service = service;
    this.cores = cores;
    this.stream = stream;
    this.load = load;
    this.random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  void start() {
    on = true;
    if (load.isClosed()) {
      for (int i = 0; i < load.outstanding(); i++) {
        begin(cores.settledNs());
      }
      cores.wakeAll();
    } else {
      nextArrivalNs = cores.settledNs();
      drawArrival();
      cores.with(this);
    }
  }

  /** Ends the submission of transactions. */
  void stop() {
    on = false;
  }

  /** Begins the recorded interval. Latencies of transactions that begin in it are recorded. */
  void record() {
    recorded = true;
    recordedEnds = -committed - abortedByLogic;
    recordedBegins = -submitted;
    inFlightBefore = submitted - ended;
    latencyNs.reset();
  }

  /**
   * Ends the recorded interval. Transactions that began in the interval still add their latencies
   * at their ends.
   */
  void endRecording() {
    recorded = false;
    recordedEnds += committed + abortedByLogic;
    recordedBegins += submitted;
  }

  /** Returns the number of transactions that began in the recorded interval. */
  long recordedBegins() {
    return recordedBegins;
  }

  /** Returns the number of transactions in flight at the beginning of the recorded interval. */
  long inFlightBefore() {
    return inFlightBefore;
  }

  /**
   * Returns the number of transactions that committed or were aborted by their logic in the
   * recorded interval.
   */
  long recordedEnds() {
    return recordedEnds;
  }

  private void drawArrival() {
    nextArrivalNs -= Math.log(1 - random.nextDouble()) * NS_PER_SECOND / load.perSecond();
  }

  @Override
  public double nextNs() {
    return on ? nextArrivalNs : Double.POSITIVE_INFINITY;
  }

  @Override
  public void happen() {
    begin(nextArrivalNs);
    cores.wakeAll();
    drawArrival();
  }

  private void begin(double intendedNs) {
    submitted++;
    submit(stream.next(), intendedNs, recorded);
  }

  private <A, R> void submit(ProcedureInvocation<A, R> call, double intendedNs, boolean counts) {
    var unused =
        service
            .submit(call.procedure(), call.argument(), OPTIONS)
            .whenComplete((outcome, thrown) -> end(call, outcome, thrown, intendedNs, counts));
  }

  private void end(
      ProcedureInvocation<?, ?> call,
      Outcome<?> outcome,
      Throwable thrown,
      double intendedNs,
      boolean counts) {
    ended++;
    if (outcome instanceof Outcome.Committed<?> commit) {
      cores.did(PipelineOperation.COMMIT, 1);
      committed++;
      stream.committed(call, commit);
      if (counts) {
        latencyNs.recordValue(
            Math.max(0, Math.min(MAX_LATENCY_NS, (long) (cores.settledNs() - intendedNs))));
      }
    } else if (outcome instanceof Outcome.Rejected<?> rejected
        && rejected.error().code() == ErrorCode.OVERLOADED
        && !load.isClosed()) {
      refused++;
    } else if (outcome instanceof Outcome.Aborted<?> aborted
        && aborted.cause() == AbortCause.USER) {
      abortedByLogic++;
    } else {
      // The failure is stored, because the stage that calls this method would drop an exception.
      failure =
          new WorkloadFailure(
              "a transaction ended with an unexpected outcome: " + outcome + ", " + thrown, thrown);
      on = false;
    }
    if (on && load.isClosed()) {
      begin(cores.settledNs());
    }
  }

  boolean allEnded() {
    return ended == submitted;
  }

  long submitted() {
    return submitted;
  }

  long committed() {
    return committed;
  }

  /**
   * Checks that no transaction has ended with an unexpected outcome.
   *
   * @throws WorkloadFailure if a transaction has ended with an unexpected outcome, after which the
   *     clients have stopped
   */
  void requireNoFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns the number of transactions that the pipeline refused because it was full. */
  long refused() {
    return refused;
  }

  Histogram latencyNs() {
    return latencyNs;
  }
}
