package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.engine.Logging.Device;
import dev.yardmaster.benchmarks.engine.RoundPhase.Phase;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.benchmarks.workload.records.RecordRun;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.transaction.InteractivePace;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * One round of one side. A round loads fresh tables, runs the workers, and checks the tables
 * afterwards. The class is long because it holds all steps of a round.
 */
final class EngineRound {

  /** The upper bound of the number of loading threads; more threads do not help on two cores. */
  private static final int LOADERS = 2;

  private static final long PROGRESS_NS = 100_000_000L;
  private static final double NS_PER_SECOND = 1e9;
  private static final double NS_PER_US = 1e3;

  /**
   * The virtual time after which even a livelocked round ends, in multiples of the warm-up and the
   * recorded interval.
   */
  private static final int VIRTUAL_END = 20;

  private static final long LONGEST_ACCESSES = 10_000;

  private final EngineSetup setup;
  private final int repeat;
  private final LongSupplier clockNs;
  private final RoundProgress progress;

  /**
   * The virtual time of the worker that loads the tables before the simulated workers run, and
   * checks the tables after they have run.
   */
  private final VirtualClock virtualNs = new VirtualClock();

  /**
   * Creates a round of a side.
   *
   * @param repeat number of the repeat; simulated workers have a different schedule in each repeat
   */
  EngineRound(EngineSetup setup, int repeat, LongSupplier clockNs, RoundProgress progress) {
    this.setup = setup;
    this.repeat = repeat;
    this.clockNs = clockNs;
    this.progress = progress;
  }

  Round run(EngineSide side) throws InterruptedException {
    // Collects the tables of the previous round, so that their garbage is not collected during this
    // round.
    System.gc();
    int loaders = setup.simulated() ? 1 : Math.min(LOADERS, setup.workers());
    int all = setup.workers() + loaders;
    Database database = new Database(side.newProtocol(all), all);
    RecordRun run = setup.workload().create(database);
    try (RecordedHistory history = RecordedHistory.begin(setup.checked())) {
      progress.report(Stage.LOADING, 0);
      Worker checker = load(database, run, loaders, history);
      Crew crew = work(side, database, run, history);
      progress.report(Stage.CHECKING, 0);
      Optional<String> finding = run.brokenInvariant(checker);
      if (finding.isEmpty()) {
        finding = history.check(database.protocol().isStrict());
      }
      return Round.of(crew.values(), finding);
    }
  }

  /**
   * Loads the tables with additional workers. Returns a worker that can read the tables after the
   * run.
   */
  private Worker load(Database database, RecordRun run, int loaders, RecordedHistory history)
      throws InterruptedException {
    Pace pace = new ThreadPace(setup.simulated() ? virtualNs : clockNs);
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < loaders; i++) {
      int part = i;
      Worker worker = database.worker(setup.workers() + i, pace);
      workers.add(worker);
      threads.add(
          new Thread(
              () -> {
                try {
                  run.load(history.whileLoading(worker.loader()::load), part, loaders);
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                }
              },
              "loader-" + i));
    }
    start(threads);
    join(threads);
    requireNone(failure.get());
    return workers.get(0);
  }

  private Crew work(EngineSide side, Database database, RecordRun run, RecordedHistory history)
      throws InterruptedException {
    if (setup.simulated()) {
      return simulated(side, database, run, history);
    }
    if (side.logging() == Logging.NONE || setup.logDevice() == Device.MEMORY) {
      return threads(side, database, run, history, () -> side.logging().inMemory(ns -> {}));
    }
    try (DiskLog disk = new DiskLog(setup.data(), setup.logDevice())) {
      return threads(side, database, run, history, () -> side.logging().on(disk));
    }
  }

  private Crew threads(
      EngineSide side,
      Database database,
      RecordRun run,
      RecordedHistory history,
      Supplier<WorkerLog> logs)
      throws InterruptedException {
    TimedPhase phase = new TimedPhase();
    List<RecordClient> clients = clients(run);
    Crew crew = new Crew(side, clients, setup, clockNs, clockNs);
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = 0; i < setup.workers(); i++) {
      Pace pace =
          setup.delayNs() == 0
              ? new ThreadPace(clockNs)
              : new InteractivePace(clockNs, setup.delayNs());
      WorkerLog log = logs.get();
      Worker worker = database.worker(i, pace, log, history.recorder());
      RoundWorker loop = crew.add(worker, i, clockNs, phase, log);
      threads.add(
          new Thread(
              () -> {
                try {
                  loop.run();
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                  phase.end(clockNs.getAsLong());
                }
              },
              "worker-" + i));
    }
    start(threads);
    try {
      pass(setup.warmUpNs(), Stage.WARMING_UP, phase, crew);
      if (phase.get() != Phase.OVER) {
        phase.record();
      }
      crew.recordedNs = pass(setup.recordedNs(), Stage.RECORDING, phase, crew);
    } finally {
      phase.end(clockNs.getAsLong());
      join(threads);
    }
    crew.finish(phase.endNs());
    requireNone(failure.get());
    return crew;
  }

  /** Waits until an interval has passed. Returns the length of the interval in ns. */
  private long pass(long durationNs, Stage during, RoundPhase phase, Crew crew)
      throws InterruptedException {
    long begunNs = clockNs.getAsLong();
    long leftNs = durationNs;
    while (leftNs > 0 && phase.get() != Phase.OVER) {
      LockSupport.parkNanos(Math.min(leftNs, PROGRESS_NS));
      if (Thread.interrupted()) {
        throw new InterruptedException("the round was interrupted");
      }
      long passedNs = clockNs.getAsLong() - begunNs;
      leftNs = durationNs - passedNs;
      progress.report(during, crew.committedSoFar() * NS_PER_SECOND / passedNs);
    }
    return clockNs.getAsLong() - begunNs;
  }

  private Crew simulated(
      EngineSide side, Database database, RecordRun run, RecordedHistory history) {
    long recordFromNs = setup.warmUpNs();
    long overFromNs = recordFromNs + setup.recordedNs();
    SimulatedCosts costs = SimulatedCosts.inMemory().interactive(setup.delayNs());
    long endNs = VIRTUAL_END * overFromNs + LONGEST_ACCESSES * (costs.accessNs() + setup.delayNs());
    Interleaver interleaver = new Interleaver(setup.seed() + repeat, costs, endNs);
    List<RecordClient> clients = clients(run);
    Crew crew = new Crew(side, clients, setup, interleaver::nowNs, clockNs);
    for (int i = 0; i < setup.workers(); i++) {
      SimulatedWorker simulated = interleaver.add();
      WorkerLog log = side.logging().inMemory(simulated::pass);
      Worker worker = database.worker(i, simulated, log, history.recorder());
      RoundPhase phase = new VirtualPhase(simulated, recordFromNs, overFromNs);
      RoundWorker loop = crew.add(worker, i, simulated::nowNs, phase, log, simulated);
      simulated.runs(loop);
    }
    progress.report(Stage.RECORDING, 0);
    try {
      interleaver.run();
    } catch (IllegalStateException e) {
      throw new WorkloadFailure(e.getMessage(), e);
    }
    virtualNs.passTo(endNs + 1);
    crew.recordedNs = setup.recordedNs();
    crew.finish(overFromNs);
    return crew;
  }

  private List<RecordClient> clients(RecordRun run) {
    List<RecordClient> clients = new ArrayList<>();
    for (int i = 0; i < setup.workers(); i++) {
      clients.add(run.client(i));
    }
    return clients;
  }

  private static void start(List<Thread> threads) {
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void requireNone(Throwable failure) {
    if (failure != null) {
      throw new WorkloadFailure("a worker failed: " + failure, failure);
    }
  }

  /** The workers of a round and their loops. */
  private static final class Crew {
    private final EngineSide side;
    private final List<RecordClient> clients;
    private final ScheduledCalls scheduled;
    private final List<RoundWorker> loops = new ArrayList<>();
    private final List<ScheduledCalls.OfWorker> scheduledWorkers = new ArrayList<>();
    private final SimulatedDealer dealer;
    private final boolean timed;
    private final long slackNs;
    private final boolean simulated;
    private final Histogram sinceArrival =
        new Histogram(1, RoundWorker.HIGHEST_NS, RoundWorker.DIGITS);

    /** The time since the arrival of the oldest transaction that has not ended. */
    private long oldestUnfinishedNs;

    /** The length of the recorded interval, in ns. */
    long recordedNs;

    Crew(
        EngineSide side,
        List<RecordClient> clients,
        EngineSetup setup,
        LongSupplier arrivalClockNs,
        LongSupplier schedulingClockNs) {
      this.side = side;
      this.clients = clients;
      timed = setup.timed();
      slackNs = setup.slackNs();
      simulated = setup.simulated();
      dealer = new SimulatedDealer(side.scheduling().simulatedNs());
      scheduled =
          side.isScheduled()
              ? new ScheduledCalls(
                  clients, side.scheduling(), setup.perWorker(), arrivalClockNs, schedulingClockNs)
              : null;
    }

    RoundWorker add(
        Worker worker, int number, LongSupplier workerClockNs, RoundPhase phase, WorkerLog log) {
      return add(source(number, workerClockNs), worker, phase, log);
    }

    RoundWorker add(
        Worker worker,
        int number,
        LongSupplier workerClockNs,
        RoundPhase phase,
        WorkerLog log,
        SimulatedWorker simulated) {
      CallSource source = source(number, workerClockNs);
      return add(
          side.isScheduled() ? new PaidCalls(source, simulated, dealer) : source,
          worker,
          phase,
          log);
    }

    private RoundWorker add(CallSource source, Worker worker, RoundPhase phase, WorkerLog log) {
      RoundWorker loop = new RoundWorker(worker, source, phase, log, timed, slackNs);
      loops.add(loop);
      return loop;
    }

    private CallSource source(int number, LongSupplier workerClockNs) {
      if (scheduled == null) {
        return new UnscheduledCalls(clients.get(number), workerClockNs);
      }
      ScheduledCalls.OfWorker source = scheduled.new OfWorker(number);
      scheduledWorkers.add(source);
      return source;
    }

    long committedSoFar() {
      return loops.stream().mapToLong(loop -> loop.committedSoFar).sum();
    }

    void finish(long endNs) {
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
      Map<String, Histogram> byType = new TreeMap<>();
      Histogram latency = new Histogram(RoundWorker.DIGITS);
      for (RoundWorker loop : loops) {
        loop.latencyNs.forEach(
            (type, latencies) -> {
              latency.add(latencies);
              byType
                  .computeIfAbsent(type, each -> new Histogram(RoundWorker.DIGITS))
                  .add(latencies);
            });
      }
      double committed = loops.stream().mapToLong(loop -> loop.committed).sum();
      double ended = committed + loops.stream().mapToLong(loop -> loop.failed).sum();
      double aborts = loops.stream().mapToLong(loop -> loop.aborts).sum();
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
              .put(EngineMetrics.ABORTS, aborts / committed)
              .put(EngineMetrics.ABORT_RATE, aborts / (aborts + ended))
              .putAll(Latency.of(latency))
              .put(EngineMetrics.ARRIVAL_P99, Latency.percentileUs(sinceArrival, 99))
              .put(EngineMetrics.OLDEST_UNFINISHED, oldestUnfinishedNs / NS_PER_US)
              .put(EngineMetrics.BYTES, bytes / committed);
      if (byType.size() > 1) {
        byType.forEach((type, each) -> values.putAll(Latency.of(each).ofType(type)));
      }
      if (!simulated) {
        values.put(EngineMetrics.CPU_NS, cpuNs / committed);
      }
      if (scheduledCalls > 0) {
        values.put(EngineMetrics.SCHEDULING_NS, schedulingNs / scheduledCalls);
      }
      if (scheduledCalls > 0 && !simulated) {
        values.put(EngineMetrics.SCHEDULABLE, NS_PER_SECOND * scheduledCalls / schedulingNs);
      }
      return values.putAll(bulk.values(recordedNs)).putAll(phases(committed));
    }

    private MetricValues phases(double committed) {
      if (!timed) {
        return new MetricValues();
      }
      double readWriteNs = loops.stream().mapToLong(loop -> loop.times.readWriteNs()).sum();
      double validationNs = loops.stream().mapToLong(loop -> loop.times.validationNs()).sum();
      double abortedNs = loops.stream().mapToLong(loop -> loop.times.abortedNs()).sum();
      return new MetricValues()
          .put(EngineMetrics.READ_WRITE_NS, readWriteNs / committed)
          .put(EngineMetrics.VALIDATION_NS, validationNs / committed)
          .put(EngineMetrics.ABORTED_NS, abortedNs / committed)
          .put(EngineMetrics.ALL_NS, (readWriteNs + validationNs + abortedNs) / committed)
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
          .put(EngineMetrics.USEFUL_SHARE, usefulNs / allNs)
          .put(EngineMetrics.LATCH_SHARE, latchNs / allNs)
          .put(EngineMetrics.READ_WRITE_WAIT_SHARE, readWriteWaitNs / allNs)
          .put(EngineMetrics.WRITE_WRITE_WAIT_SHARE, writeWriteWaitNs / allNs)
          .put(EngineMetrics.WASTED_SHARE, wastedNs / allNs);
    }

    private double waitedNs(Cause cause) {
      return loops.stream().mapToLong(loop -> loop.times.waits().of(cause)).sum();
    }
  }

  /** The phase of a simulated worker, which follows from its virtual time. */
  private record VirtualPhase(SimulatedWorker worker, long recordFromNs, long endNs)
      implements RoundPhase {
    @Override
    public Phase get() {
      return worker.nowNs() < recordFromNs
          ? Phase.WARMING_UP
          : worker.nowNs() < endNs ? Phase.RECORDING : Phase.OVER;
    }
  }

  /** A clock that advances by 1 at each reading. */
  private static final class VirtualClock implements LongSupplier {
    private long nowNs;

    @Override
    public long getAsLong() {
      return nowNs++;
    }

    void passTo(long laterNs) {
      nowNs = Math.max(nowNs, laterNs);
    }
  }

  /** The scheduler as a resource in virtual time: simulated workers use it one after the other. */
  private static final class SimulatedDealer {
    private final long costNs;
    private long freeNs;

    SimulatedDealer(long costNs) {
      this.costNs = costNs;
    }

    /**
     * Occupies the scheduler as soon as it is free. Returns the time until its work for this call
     * is complete.
     */
    long take(long nowNs) {
      freeNs = Math.max(freeNs, nowNs) + costNs;
      return freeNs - nowNs;
    }
  }

  /** Charges a simulated worker the virtual time that scheduling takes. */
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
    public void ended(DispatchedCall call, boolean committed) {
      source.ended(call, committed);
    }
  }
}
