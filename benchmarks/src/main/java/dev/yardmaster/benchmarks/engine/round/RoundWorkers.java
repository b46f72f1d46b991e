package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.Scheduling;
import dev.yardmaster.benchmarks.engine.Ticks;
import dev.yardmaster.benchmarks.engine.log.WorkerLog;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.schedule.Precedence;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** The workers of a round, their loops, and the sums of their metrics. */
final class RoundWorkers {
  private static final double NS_PER_SECOND = 1e9;
  private static final double NS_PER_US = 1e3;

  private final EngineSide side;
  private final EngineSetup setup;
  private final List<RecordClient> clients;
  private final ScheduledCalls scheduled;
  private final List<RoundWorker> loops = new ArrayList<>();
  private final List<ScheduledCalls.OfWorker> scheduledWorkers = new ArrayList<>();
  private final SimulatedDealer dealer;
  private final Precedence precedence = new Precedence();
  private final boolean timed;
  private final boolean simulated;
  private final Histogram sinceArrival =
      new Histogram(1, RoundWorker.HIGHEST_NS, RoundWorker.DIGITS);

  /** The time since the arrival of the oldest transaction that is still running. */
  private long oldestUnfinishedNs;

  /** The time at which the recorded interval ended. */
  private long endNs;

  /** The length of the recorded interval, in ns. */
  long recordedNs;

  /** Switches the protocol during the round; null if the protocol stays the same. */
  private final SwitchDuringRound switching;

  /**
   * Counts the trials of protocols in each phase of the load; null if the load does not change, or
   * if the protocol makes no trials.
   */
  private final TrialsOfPhases trials;

  /**
   * Creates an object without workers.
   *
   * @param switching switches the protocol during the round; null if the protocol stays the same
   * @param trials counts the trials of protocols in each phase; null if the load does not change,
   *     or if the protocol makes no trials
   */
  RoundWorkers(
      EngineSide side,
      SwitchDuringRound switching,
      TrialsOfPhases trials,
      List<RecordClient> clients,
      EngineSetup setup,
      LongSupplier arrivalClockNs,
      LongSupplier schedulingClockNs) {
    this.side = side;
    this.switching = switching;
    this.trials = trials;
    this.setup = setup;
    this.clients = clients;
    timed = setup.timed();
    simulated = setup.simulated();
    dealer = new SimulatedDealer(side.scheduling().simulatedNs());
    scheduled =
        side.scheduling().distributes()
            ? new ScheduledCalls(
                clients, side.scheduling(), setup.perWorker(), arrivalClockNs, schedulingClockNs)
            : null;
  }

  RoundWorker add(
      Worker worker, int number, LongSupplier workerClockNs, RoundPhase phase, WorkerLog log) {
    CallSource source = source(worker, number, workerClockNs);
    return add(source, worker, phase, log, ns -> sleep(ns, workerClockNs));
  }

  RoundWorker add(
      Worker worker,
      int number,
      LongSupplier workerClockNs,
      RoundPhase phase,
      WorkerLog log,
      SimulatedWorker simulated) {
    CallSource source = source(worker, number, workerClockNs);
    return add(
        scheduled != null ? new PaidCalls(source, simulated, dealer) : source,
        worker,
        phase,
        log,
        simulated::pass);
  }

  private RoundWorker add(
      CallSource source, Worker worker, RoundPhase phase, WorkerLog log, LongConsumer think) {
    LongTransaction longLogic =
        loops.isEmpty() && setup.longNs() > 0 ? new LongTransaction(setup.longNs(), think) : null;
    RoundWorker loop =
        new RoundWorker(worker, source, phase, log, setup, longLogic, switching, Ticks.of(setup));
    loops.add(loop);
    return loop;
  }

  private static void sleep(long durationNs, LongSupplier clockNs) {
    long untilNs = clockNs.getAsLong() + durationNs;
    for (long leftNs = durationNs; leftNs > 0; leftNs = untilNs - clockNs.getAsLong()) {
      LockSupport.parkNanos(leftNs);
    }
  }

  private CallSource source(Worker worker, int number, LongSupplier workerClockNs) {
    if (scheduled == null) {
      CallSource source = new UnscheduledCalls(clients.get(number), workerClockNs);
      source = number == 0 && trials != null ? trials.watch(source) : source;
      return side.scheduling() == Scheduling.PRECEDENCE
          ? new PrecedenceCalls(source, precedence.of(worker.context().pace()))
          : source;
    }
    ScheduledCalls.OfWorker source = scheduled.new OfWorker(number);
    scheduledWorkers.add(source);
    return source;
  }

  long committedSoFar() {
    return loops.stream().mapToLong(loop -> loop.committedSoFar).sum();
  }

  void finish(long atNs) {
    endNs = atNs;
    if (trials != null) {
      trials.end();
    }
    loops.forEach(loop -> sinceArrival.add(loop.sinceArrivalNs));
    loops.forEach(loop -> oldestUnfinishedNs = Math.max(oldestUnfinishedNs, loop.unfinishedNs));
    if (scheduled != null) {
      scheduled.finish(endNs, this::unfinished);
    }
  }

  private void unfinished(long waitedNs) {
    sinceArrival.recordValue(waitedNs);
    oldestUnfinishedNs = Math.max(oldestUnfinishedNs, waitedNs);
  }

  MetricValues values() {
    Map<String, TypeCounts> byType = new TreeMap<>();
    Histogram latency = new Histogram(RoundWorker.DIGITS);
    for (RoundWorker loop : loops) {
      loop.byType.forEach(
          (type, counts) -> {
            latency.add(counts.latencyNs());
            byType.computeIfAbsent(type, each -> new TypeCounts()).add(counts);
          });
    }
    double committed = loops.stream().mapToLong(loop -> loop.committed).sum();
    double ended = committed + loops.stream().mapToLong(loop -> loop.failed).sum();
    double aborts = loops.stream().mapToLong(loop -> loop.aborts).sum();
    double indexAborts = loops.stream().mapToLong(loop -> loop.indexAborts).sum();
    double bytes = loops.stream().mapToLong(loop -> loop.bytes).sum();
    double cpuNs = loops.stream().mapToLong(loop -> loop.cpuNs).sum();
    double schedulingNs =
        scheduledWorkers.stream().mapToDouble(ScheduledCalls.OfWorker::schedulingNs).sum();
    double scheduledCalls = scheduledWorkers.stream().mapToLong(w -> w.calls()).sum();
    BulkCounts bulk = new BulkCounts();
    loops.forEach(loop -> bulk.add(loop.bulk));
    MetricValues values =
        new MetricValues()
            .put(Metric.COMMITTED, committed * NS_PER_SECOND / recordedNs)
            .put(EngineRoundMetrics.ABORTS, aborts / committed)
            .put(EngineRoundMetrics.INDEX_ABORTS, indexAborts / committed)
            .put(EngineRoundMetrics.ABORT_RATE, aborts / (aborts + ended))
            .putAll(Latency.of(latency))
            .put(EngineRoundMetrics.ARRIVAL_P99, Latency.percentileUs(sinceArrival, 99))
            .put(EngineRoundMetrics.OLDEST_UNFINISHED, oldestUnfinishedNs / NS_PER_US)
            .put(EngineRoundMetrics.BYTES, bytes / committed);
    if (byType.size() > 1) {
      byType.forEach((type, each) -> values.putAll(each.values(recordedNs).ofType(type)));
    }
    if (!simulated) {
      values.put(EngineRoundMetrics.CPU_NS, cpuNs / committed);
    }
    if (scheduledCalls > 0) {
      values.put(EngineRoundMetrics.SCHEDULING_NS, schedulingNs / scheduledCalls);
    }
    if (scheduledCalls > 0 && !simulated) {
      values.put(EngineRoundMetrics.SCHEDULABLE, NS_PER_SECOND * scheduledCalls / schedulingNs);
    }
    if (switching != null) {
      values.putAll(switching.values(endNs));
    }
    if (trials != null) {
      values.putAll(trials.values());
    }
    return values.putAll(bulk.values(recordedNs)).putAll(phases(committed)).putAll(ticks());
  }

  private MetricValues ticks() {
    MetricValues values = new MetricValues();
    Ticks first = loops.get(0).ticks;
    for (int tick = 0; first != null && tick < first.count(); tick++) {
      double committed = 0;
      for (RoundWorker loop : loops) {
        committed += loop.ticks.committed(tick);
      }
      values.put(Metric.tick(tick), committed * first.count() * NS_PER_SECOND / setup.recordedNs());
    }
    return values;
  }

  private MetricValues phases(double committed) {
    if (!timed) {
      return new MetricValues();
    }
    double readWriteNs = loops.stream().mapToLong(loop -> loop.times.readWriteNs()).sum();
    double validationNs = loops.stream().mapToLong(loop -> loop.times.validationNs()).sum();
    double abortedNs = loops.stream().mapToLong(loop -> loop.times.abortedNs()).sum();
    return new MetricValues()
        .put(EngineRoundMetrics.READ_WRITE_NS, readWriteNs / committed)
        .put(EngineRoundMetrics.VALIDATION_NS, validationNs / committed)
        .put(EngineRoundMetrics.ABORTED_NS, abortedNs / committed)
        .put(EngineRoundMetrics.ALL_NS, (readWriteNs + validationNs + abortedNs) / committed)
        .putAll(shares());
  }

  private MetricValues shares() {
    double usefulNs = loops.stream().mapToLong(loop -> loop.times.usefulNs()).sum();
    double wastedNs = loops.stream().mapToLong(loop -> loop.times.wastedNs()).sum();
    double latchNs = waitedNs(Cause.LATCH);
    double readWriteWaitNs = waitedNs(Cause.READ_WRITE);
    double writeWriteWaitNs = waitedNs(Cause.WRITE_WRITE);
    double allNs = usefulNs + wastedNs + latchNs + readWriteWaitNs + writeWriteWaitNs;
    return new MetricValues()
        .put(EngineRoundMetrics.USEFUL_SHARE, usefulNs / allNs)
        .put(EngineRoundMetrics.LATCH_SHARE, latchNs / allNs)
        .put(EngineRoundMetrics.READ_WRITE_WAIT_SHARE, readWriteWaitNs / allNs)
        .put(EngineRoundMetrics.WRITE_WRITE_WAIT_SHARE, writeWriteWaitNs / allNs)
        .put(EngineRoundMetrics.WASTED_SHARE, wastedNs / allNs);
  }

  private double waitedNs(Cause cause) {
    return loops.stream().mapToLong(loop -> loop.times.waits().of(cause)).sum();
  }

  /** The scheduler in virtual time: a resource that only one simulated worker at a time can use. */
  private static final class SimulatedDealer {
    private final long costNs;
    private long freeNs;

    SimulatedDealer(long costNs) {
      this.costNs = costNs;
    }

    /**
     * Reserves the scheduler for a worker, from the time at which the scheduler is free. Returns
     * the time from now until the scheduler has finished its work for this worker.
     */
    long take(long nowNs) {
      freeNs = Math.max(freeNs, nowNs) + costNs;
      return freeNs - nowNs;
    }
  }

  /** Adds the time that scheduling takes to a simulated worker's virtual time. */
  private record PaidCalls(CallSource source, SimulatedWorker worker, SimulatedDealer dealer)
      implements CallSource {
    @Override
    public DispatchedCall next() {
      DispatchedCall call = source.next();
      if (call != null) {
        worker.pass(dealer.take(worker.nowNs()));
      }
      return call;
    }

    @Override
    public void enter(int phase) {
      source.enter(phase);
    }

    @Override
    public void ended(DispatchedCall call, boolean committed) {
      source.ended(call, committed);
    }
  }
}
