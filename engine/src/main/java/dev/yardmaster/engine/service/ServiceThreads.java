package dev.yardmaster.engine.service;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.protocol.Protocols;
import dev.yardmaster.engine.redo.Checkpoints;
import dev.yardmaster.engine.redo.RedoDirectory;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.history.HistoryRecorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The threads of a service from their start to their end, and what they work on: workers, the seats
 * for callers, and the log with its thread.
 *
 * <p>The end comes in steps: nothing new is taken; what is in flight may end within a bound; then
 * workers and callers take no further step, what is left is told CLOSED, and the log puts on disk
 * what was committed. A disk that fails begins the end by itself.
 */
final class ServiceThreads {

  private static final long LOOK_NS = 100_000L;

  private final EngineService service;
  private final EngineConfig config;
  private final LongSupplier clockNs;
  private final CallQueue queue;
  private final RedoDirectory directory;
  private final RedoLog log;
  private final Teller teller;
  private final CallerSeats callerSeats;
  private final Forgetting forgetting;
  private final List<WorkerLoop> loops = new ArrayList<>();
  private final List<EngineThread> workerThreads = new ArrayList<>();
  private final EngineThread logThread;
  private final TableScan tables;
  private final Checkpoints checkpoints;
  private final EngineThread checkpointThread;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicReference<Thread> closer = new AtomicReference<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean closing;
  private volatile boolean terminated;

  ServiceThreads(
      EngineService service,
      EngineConfig config,
      EngineParts parts,
      Contents contents,
      OutcomeHorizon horizon) {
    this.service = service;
    this.config = config;
    clockNs = parts.clockNs();
    queue = new FifoCalls(config.waitingTransactions());
    int callers = Math.min(config.interactive(), config.workers());
    int checkpointers = config.directory() == null ? 0 : 1;
    int workers = config.workers() + callers + checkpointers;
    Database database = new Database(Protocols.named(config.protocol(), workers), workers);
    KeyTables keyTables = new KeyTables(database);
    directory = contents.directory();
    long startVersion = contents.startVersion();
    log = directory == null ? null : new RedoLog(directory.log(), startVersion, this::fail);
    logThread = log == null ? null : new EngineThread(service, "yardmaster-engine-log", log);
    teller = log == null ? Teller.atOnce() : new DurableTeller(log);
    CommitOrder order = new CommitOrder(log);
    List<Seat> seats = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      // Checkpoints are not part of anybody's history.
      HistoryRecorder recorder = i < workers - checkpointers ? parts.recorder() : null;
      seats.add(
          new Seat(
              i, database, keyTables, order, clockNs, startVersion, () -> terminated, recorder));
    }
    contents.load(keyTables, seats.get(0).worker().loader());
    horizon.raise(contents.horizonMs());
    callerSeats = new CallerSeats(seats.subList(config.workers(), config.workers() + callers));
    forgetting = new Forgetting(seats.get(0), keyTables, horizon, config.maxOutcomes(), clockNs);
    tables = directory == null ? null : new TableScan(seats.get(seats.size() - 1), keyTables);
    checkpoints = directory == null ? null : checkpoints(seats, order, horizon);
    checkpointThread =
        directory == null
            ? null
            : new EngineThread(service, "yardmaster-engine-checkpoints", checkpoints);
    for (int i = 0; i < config.workers(); i++) {
      WorkerLoop loop =
          new WorkerLoop(
              seats.get(i),
              config,
              queue,
              i == 0 ? forgetting : null,
              teller,
              clockNs,
              this::failure);
      loops.add(loop);
      workerThreads.add(
          new EngineThread(service, "yardmaster-engine-worker-" + i, () -> run(loop)));
    }
  }

  private Checkpoints checkpoints(List<Seat> seats, CommitOrder order, OutcomeHorizon horizon) {
    List<CommitPoint> points = seats.stream().map(Seat::point).toList();
    return new Checkpoints(
        directory,
        tables,
        () -> CommitPoint.watermark(order, points),
        log::lastVersion,
        clockNs,
        horizon,
        config.checkpointBytes(),
        this::fail);
  }

  void start() {
    if (logThread != null) {
      logThread.start();
      checkpointThread.start();
    }
    workerThreads.forEach(Thread::start);
  }

  private void run(WorkerLoop loop) {
    try {
      loop.run();
    } catch (Throwable thrown) { // A bug: what it holds of the engine it will never let go.
      fail(thrown);
      ProcedureCall stuck = loop.current();
      if (stuck != null && !stuck.isEnded()) {
        stuck.end(Endings.unknown(thrown));
      }
    }
  }

  CallerSeats callerSeats() {
    return callerSeats;
  }

  Teller teller() {
    return teller;
  }

  /** Checkpoints written since the start. */
  long checkpoints() {
    return checkpoints == null ? 0 : checkpoints.written();
  }

  long outcomes() {
    return forgetting.kept();
  }

  boolean isClosing() {
    return closing;
  }

  Throwable failure() {
    return failure.get();
  }

  /** Why an open transaction may take no further step; null as long as it may. */
  Outcome<Object> refusal() {
    return terminated ? Endings.closed(failure.get()) : null;
  }

  /** Has a worker run a call, or ends it. */
  void submit(ProcedureCall call) {
    if (closing) {
      call.abandon(Endings.closed(failure.get()));
    } else if (!queue.offer(call)) {
      call.abandon(
          Endings.overloaded("too many calls wait for a worker", queue.size(), queue.capacity()));
    } else {
      wakeOne();
      if (terminated) {
        refuseQueued();
      }
    }
  }

  private void wakeOne() {
    for (int i = 0; i < loops.size(); i++) {
      if (loops.get(i).wake()) {
        return;
      }
    }
  }

  private void refuseQueued() {
    for (ProcedureCall call = queue.drain(); call != null; call = queue.drain()) {
      call.abandon(Endings.closed(failure.get()));
    }
  }

  private void fail(Throwable thrown) {
    if (failure.compareAndSet(null, thrown)) {
      closeInBackground();
    }
  }

  private void closeInBackground() {
    closing = true;
    inBackground(this::close);
  }

  private static void inBackground(Runnable closing) {
    Thread background = new Thread(closing, "yardmaster-engine-closer");
    background.setDaemon(true);
    background.start();
  }

  void close() {
    if (service.isOwnThread()) {
      // This thread cannot wait for its own end.
      if (!closing) {
        closeInBackground();
      }
      return;
    }
    if (!closer.compareAndSet(null, Thread.currentThread())) {
      if (closer.get() != Thread.currentThread()) {
        awaitClosed();
      }
      return;
    }
    boolean interrupted = Thread.interrupted();
    closing = true;
    try {
      end();
    } finally {
      closed.countDown();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void end() {
    awaitUntil(this::isDrained);
    terminated = true;
    loops.forEach(WorkerLoop::end);
    workerThreads.forEach(this::join);
    refuseQueued();
    for (WorkerLoop loop : loops) {
      ProcedureCall stuck = loop.current();
      if (stuck != null) {
        stuck.abandon(Endings.closed(failure.get()));
      }
    }
    awaitUntil(callerSeats::areFree);
    if (log != null) {
      endLog();
    }
  }

  private void endLog() {
    checkpoints.end();
    log.end();
    tables.end();
    join(logThread);
    join(checkpointThread);
    if (worksOnDirectory()) {
      // What still works there would work among the files of whoever had the directory next.
      inBackground(
          () -> {
            while (worksOnDirectory()) {
              LockSupport.parkNanos(LOOK_NS);
            }
            closeDirectory();
          });
    } else {
      closeDirectory();
    }
  }

  private boolean worksOnDirectory() {
    return logThread.isAlive() || checkpointThread.isAlive();
  }

  private void closeDirectory() {
    try {
      directory.close();
    } catch (IOException | RuntimeException | Error e) { // Who closes has nothing to do with it.
      failure.compareAndSet(null, e);
    }
  }

  private boolean isDrained() {
    return failure.get() != null
        || (queue.isEmpty() && loops.stream().noneMatch(WorkerLoop::isBusy) && service.isIdle());
  }

  private void awaitUntil(BooleanSupplier condition) {
    long deadlineNs = clockNs.getAsLong() + config.closeTimeoutNs();
    while (!condition.getAsBoolean() && clockNs.getAsLong() - deadlineNs < 0) {
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  private void join(Thread thread) {
    awaitUntil(() -> !thread.isAlive());
  }

  private void awaitClosed() {
    boolean interrupted = false;
    while (true) {
      try {
        closed.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
