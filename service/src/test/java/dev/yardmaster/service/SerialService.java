package dev.yardmaster.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.service.scope.ScopedProcedure;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The simplest service that uses the shared front. The service runs one transaction at a time under
 * a lock, so that no run is ever discarded. The data of the service is a map from which nothing is
 * dropped. Any thread may call any method.
 */
final class SerialService extends ServiceFront<ServedProcedure, SerialService.SerialCall> {

  final SerialBackEnd backEnd;

  /** Creates a service with the given limits, which keeps outcomes under ids for the given time. */
  SerialService(TransactionLimits limits, LongSupplier clockMs, long retentionMs) {
    this(new SerialBackEnd(limits), new OutcomeHorizon(clockMs, retentionMs), limits);
  }

  private SerialService(SerialBackEnd backEnd, OutcomeHorizon horizon, TransactionLimits limits) {
    super(backEnd, horizon, limits);
    this.backEnd = backEnd;
  }

  /** A call of a procedure. The call runs at the moment when the service accepts it. */
  static final class SerialCall extends ServedTransaction implements BackEnd.Call {
    private final ServedProcedure procedure;
    private final Object argument;
    private final boolean encodesResult;
    private final OutcomeStage<Object> outcome = new OutcomeStage<>();

    SerialCall(
        ServedProcedure procedure,
        Object argument,
        TransactionOptions options,
        KeptOutcome kept,
        boolean encodesResult) {
      super(options, kept, System.nanoTime());
      this.procedure = procedure;
      this.argument = argument;
      this.encodesResult = encodesResult;
    }

    @Override
    public CompletionStage<Outcome<Object>> outcome() {
      return outcome;
    }

    @Override
    public void refuse(YardmasterException why) {
      outcome.end(new Outcome.Rejected<>(why));
    }
  }

  /** The back end, with switches that tests set. */
  static final class SerialBackEnd implements BackEnd<ServedProcedure, SerialCall> {

    private final TransactionLimits limits;
    private final Semaphore lock = new Semaphore(1);
    private final StoredKeys values = new StoredKeys();
    private final Map<Key, Long> versions = new HashMap<>();
    private final Queue<SerialCall> waiting = new ArrayDeque<>();
    private final Closing closing =
        new Closing(
            this,
            "serial-closer",
            System::nanoTime,
            (waits, over) -> LockSupport.parkNanos(1_000),
            60_000_000_000L);
    private final SteppedSessions sessions;
    private long lastTransactionId;
    private long lastVersion;

    @Override
    public ServedProcedure scoped(ServedProcedure procedure) {
      return new ServedProcedure(procedure, new ScopedProcedure(procedure.procedure()));
    }

    /** Whether calls wait in the queue instead of running. */
    volatile boolean holdsCalls;

    /** Whether the queue has room for another call. */
    volatile boolean hasRoom = true;

    /** Whether the first interactive run of each transaction is discarded. */
    volatile boolean discardsFirstRuns;

    /** A thread that counts as one of the service's own threads. */
    volatile Thread own;

    /** The closing steps, in the order in which they were executed. */
    final List<String> steps = new CopyOnWriteArrayList<>();

    SerialBackEnd(TransactionLimits limits) {
      this.limits = limits;
      sessions =
          new SteppedSessions(
              8,
              limits,
              System::nanoTime,
              work -> {
                Thread thread = new Thread(work, "serial-step");
                thread.setDaemon(true);
                return thread;
              });
    }

    @Override
    public Closing closing() {
      return closing;
    }

    @Override
    public ServedProcedure known(String name, Procedure<?, ?> procedure) {
      return new ServedProcedure(name, procedure, limits);
    }

    @Override
    public SerialCall call(
        ServedProcedure procedure,
        Object argument,
        TransactionOptions options,
        KeptOutcome kept,
        boolean encodesResult) {
      return new SerialCall(procedure, argument, options, kept, encodesResult);
    }

    @Override
    public YardmasterException offer(SerialCall call) {
      if (!hasRoom) {
        return ServiceOutcomes.overloaded("the test's queue is full", 1, 1);
      }
      if (holdsCalls) {
        waiting.add(call);
      } else {
        call.outcome.end(run(call));
      }
      return null;
    }

    private Outcome<Object> run(SerialCall call) {
      lock.acquireUninterruptibly();
      try {
        long transactionId = ++lastTransactionId;
        Outcome<Object> known = known(call.kept(), transactionId);
        if (known != null) {
          return known;
        }
        SerialRun run = new SerialRun(values, limits);
        call.procedure.declare(run, call.argument);
        run.fetch();
        while (call.procedure.declareNext(run, call.argument)) {
          run.fetch();
        }
        call.procedure.execute(run, call.argument, call.procedure.transaction(run));
        if (call.encodesResult) {
          call.procedure.encodeResult(run);
        }
        return end(run, call.kept(), call.procedure.name(), transactionId, 0);
      } finally {
        lock.release();
      }
    }

    /**
     * Returns the outcome that is kept under an id, or an outcome with the error if the id is
     * refused; null if there is neither.
     */
    private Outcome<Object> known(KeptOutcome kept, long transactionId) {
      if (kept == null) {
        return null;
      }
      byte[] record = values.value(kept.key());
      YardmasterException refusal = kept.refusal();
      if (refusal != null) {
        return new Outcome.Rejected<>(refusal);
      }
      return record == null
          ? null
          : kept.found(record, versions.get(kept.key()), transactionId, 0, null);
    }

    private Outcome<Object> end(
        SerialRun run, KeptOutcome kept, String logic, long transactionId, int restarts) {
      if (kept != null) {
        run.keep(kept, transactionId);
      }
      long version = run.writes().isEmpty() ? 0 : ++lastVersion;
      values.install(run.writes());
      run.writes().keySet().forEach(key -> versions.put(key, version));
      return run.outcome(logic, transactionId, version, restarts, null);
    }

    @Override
    public void refuseWaiting(YardmasterException why) {
      for (SerialCall call; (call = waiting.poll()) != null; ) {
        call.refuse(why);
      }
    }

    @Override
    public InteractiveSession session(TransactionOptions options, KeptOutcome kept) {
      return new Session(kept);
    }

    @Override
    public OpenTransaction open(
        TransactionOptions options, KeptOutcome kept, OpenTransaction.Listener listener) {
      return sessions.open(options, kept, session(options, kept), listener);
    }

    /** A session that holds the service's lock from its first run to its end. */
    private final class Session implements InteractiveSession {

      private final KeptOutcome kept;
      private final InteractiveTransaction.Source source = values.source();
      private long transactionId;
      private int runs;
      private Outcome<Object> outcome;

      Session(KeptOutcome kept) {
        this.kept = kept;
      }

      @Override
      public boolean begin() {
        if (runs++ == 0) {
          lock.acquireUninterruptibly();
          transactionId = ++lastTransactionId;
          outcome = known(kept, transactionId);
        }
        return outcome == null;
      }

      @Override
      public Outcome<Object> outcome() {
        return outcome;
      }

      @Override
      public byte[][] values(List<Key> keys) {
        return source.values(keys);
      }

      @Override
      public ScannedEntries scan(Scan scan) {
        return source.scan(scan);
      }

      @Override
      public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
        SerialRun run = new SerialRun(values, limits);
        run.result(result);
        run.writes().putAll(writes);
        run.checkSize();
        return settle(run);
      }

      @Override
      public Outcome<Object> fail(Throwable thrown) {
        SerialRun run = new SerialRun(values, limits);
        run.fail(thrown);
        return settle(run);
      }

      private Outcome<Object> settle(SerialRun run) {
        if (runs > 1 || !discardsFirstRuns) {
          outcome =
              SerialBackEnd.this.end(run, kept, ProcedureName.LAMBDA, transactionId, runs - 1);
        }
        return outcome;
      }

      @Override
      public int restarts() {
        return Math.max(0, runs - 1);
      }

      @Override
      public ConflictReport lastConflict() {
        return null;
      }

      @Override
      public void end() {
        if (runs > 0) {
          lock.release();
        }
      }
    }

    @Override
    public boolean isOwnThread() {
      return Thread.currentThread() == own;
    }

    @Override
    public void drain() {
      steps.add("drain");
    }

    @Override
    public boolean isDrained() {
      return waiting.isEmpty();
    }

    @Override
    public void stop() {
      steps.add("stop");
      closing.terminate();
      refuseWaiting(closing.error());
      sessions.end(closing.error());
      closing.awaitUntil(sessions::areEnded);
    }

    @Override
    public void release() {
      steps.add("release");
    }
  }

  /** Returns the error code of an outcome that is not a commit. */
  static ErrorCode codeOf(Outcome<?> outcome) {
    return outcome.error().code();
  }
}
