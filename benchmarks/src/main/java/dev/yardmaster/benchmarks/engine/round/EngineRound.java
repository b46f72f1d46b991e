package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.DiskLog;
import dev.yardmaster.benchmarks.engine.log.Logging;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.log.WorkerLog;
import dev.yardmaster.benchmarks.engine.round.RoundPhase.Phase;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Garbage;
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
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.transaction.InteractivePace;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One round of one side of a comparison. A round loads fresh tables, runs the workers, and then
 * checks the tables.
 */
final class EngineRound {

  /** The upper bound of the number of loading threads; more threads do not help on two cores. */
  private static final int LOADERS = 2;

  private static final long PROGRESS_NS = 100_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  /**
   * The maximum length of a round on simulated workers, as a multiple of the warm-up plus the
   * recorded interval. This limit ends a round whose transactions livelock.
   */
  private static final int VIRTUAL_END = 20;

  private static final long LONGEST_ACCESSES = 10_000;

  private final EngineSetup setup;
  private final int repeat;
  private final LongSupplier clockNs;
  private final RoundProgress progress;

  /**
   * The virtual clock of the worker that loads the tables before the simulated workers run, and
   * checks the tables afterwards.
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
    // This call collects the tables of the previous round, so that no garbage collection during
    // this round has to collect them.
    Garbage.collect();
    int loaders = setup.simulated() ? 1 : Math.min(LOADERS, setup.workers());
    int all = setup.workers() + loaders;
    try (RoundDatabase tables = new RoundDatabase(side, setup, all);
        RecordedHistory history = RecordedHistory.begin(setup.checked())) {
      progress.report(Stage.LOADING, 0);
      Worker checker = load(tables.database(), tables.run(), loaders, history);
      tables.loaded();
      TableLogFigures log =
          tables.database().log() == null ? null : new TableLogFigures(tables.database());
      RoundWorkers workers = work(side, tables.database(), tables.run(), history, log);
      MetricValues values = workers.values();
      if (log != null) {
        log.addTo(values, setup, workers.recordedNs, clockNs);
      }
      progress.report(Stage.CHECKING, 0);
      Optional<String> finding = tables.run().brokenInvariant(checker);
      if (finding.isEmpty()) {
        finding = history.check(tables.database().protocol().isolation());
      }
      if (finding.isEmpty()) {
        finding = tables.recoveredDifference(checker, clockNs);
      }
      return Round.of(values, finding);
    }
  }

  /**
   * Loads the tables, by additional workers. Returns a worker that can read the tables after the
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

  private RoundWorkers work(
      EngineSide side,
      Database database,
      RecordRun run,
      RecordedHistory history,
      TableLogFigures figures)
      throws InterruptedException {
    if (setup.simulated()) {
      return simulated(side, database, run, history);
    }
    if (side.logging() == Logging.NONE || setup.logDevice() == Device.MEMORY) {
      return threads(
          side, database, run, history, figures, () -> side.logging().inMemory(ns -> {}));
    }
    try (DiskLog disk = new DiskLog(setup.data(), setup.logDevice(), setup.workers())) {
      return threads(side, database, run, history, figures, () -> side.logging().on(disk));
    }
  }

  private RoundWorkers threads(
      EngineSide side,
      Database database,
      RecordRun run,
      RecordedHistory history,
      TableLogFigures figures,
      Supplier<WorkerLog> logs)
      throws InterruptedException {
    TimedPhase phase = new TimedPhase();
    List<RecordClient> clients = clients(run);
    RoundWorkers workers =
        new RoundWorkers(
            side,
            switching(side, database),
            TrialsOfPhases.of(setup, database.protocol()),
            clients,
            setup,
            clockNs,
            clockNs);
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = 0; i < setup.workers(); i++) {
      Pace pace =
          setup.delayNs() == 0
              ? new ThreadPace(clockNs)
              : new InteractivePace(clockNs, setup.delayNs());
      WorkerLog log = logs.get();
      Worker worker = database.worker(i, pace, log, history.recorder());
      RoundWorker loop = workers.add(worker, i, clockNs, phase, log);
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
      pass(setup.warmUpNs(), Stage.WARMING_UP, phase, workers);
      if (phase.get() != Phase.OVER) {
        phase.record(clockNs.getAsLong());
      }
      if (figures != null) {
        figures.begin();
      }
      workers.recordedNs = pass(setup.recordedNs(), Stage.RECORDING, phase, workers);
      if (figures != null) {
        figures.end();
      }
    } finally {
      phase.end(clockNs.getAsLong());
      join(threads);
    }
    workers.finish(phase.endNs());
    requireNone(failure.get());
    return workers;
  }

  /** Waits until an interval has passed. Returns the length of the interval in ns. */
  private long pass(long durationNs, Stage during, RoundPhase phase, RoundWorkers workers)
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
      progress.report(during, workers.committedSoFar() * NS_PER_SECOND / passedNs);
    }
    return clockNs.getAsLong() - begunNs;
  }

  private RoundWorkers simulated(
      EngineSide side, Database database, RecordRun run, RecordedHistory history) {
    long recordFromNs = setup.warmUpNs();
    long overFromNs = recordFromNs + setup.recordedNs();
    SimulatedCosts costs = SimulatedCosts.inMemory().interactive(setup.delayNs());
    long endNs = VIRTUAL_END * overFromNs + LONGEST_ACCESSES * (costs.accessNs() + setup.delayNs());
    Interleaver interleaver = new Interleaver(setup.seed() + repeat, costs, endNs);
    List<RecordClient> clients = clients(run);
    RoundWorkers workers =
        new RoundWorkers(
            side,
            switching(side, database),
            TrialsOfPhases.of(setup, database.protocol()),
            clients,
            setup,
            interleaver::nowNs,
            clockNs);
    for (int i = 0; i < setup.workers(); i++) {
      SimulatedWorker simulated = interleaver.add();
      WorkerLog log = side.logging().inMemory(simulated::pass);
      Worker worker = database.worker(i, simulated, log, history.recorder());
      RoundPhase phase = new VirtualPhase(simulated, recordFromNs, overFromNs);
      RoundWorker loop = workers.add(worker, i, simulated::nowNs, phase, log, simulated);
      simulated.runs(loop);
    }
    progress.report(Stage.RECORDING, 0);
    try {
      interleaver.run();
    } catch (IllegalStateException e) {
      throw new WorkloadFailure(e.getMessage(), e);
    }
    virtualNs.passTo(endNs + 1);
    workers.recordedNs = setup.recordedNs();
    workers.finish(overFromNs);
    return workers;
  }

  private SwitchDuringRound switching(EngineSide side, Database database) {
    return side.switchesTo() == null
        ? null
        : new SwitchDuringRound((Mixed) database.protocol(), side.switchesTo(), setup, repeat);
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

  /**
   * The phase of the round as a simulated worker sees it. The phase follows from the worker's
   * virtual time.
   */
  private record VirtualPhase(SimulatedWorker worker, long recordedFromNs, long endNs)
      implements RoundPhase {
    @Override
    public Phase get() {
      return worker.nowNs() < recordedFromNs
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
}
