package dev.yardmaster.benchmarks;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.processor.PipelineCounters;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service that runs one transaction after another on one thread, so it is correct by
 * construction. A test can give the service a fault.
 */
public final class SerialService implements TransactionService {

  /** The faults that a test can give the service. */
  public enum Fault {
    /** The service has no fault. */
    NONE,
    /** The service discards some writes, but not the writes of loads. */
    LOSES_WRITES,
    /** The service refuses every third submission as OVERLOADED. */
    IS_OVERLOADED,
    /** The service rejects one transaction in the middle of a run. */
    REJECTS
  }

  /**
   * The number of the rejected submission; it is higher than the number of load transactions of a
   * small workload.
   */
  private static final long REJECTED = 150;

  private static final int WRITES_PER_LOST = 50;

  /** The number of written keys that only load transactions exceed. */
  private static final int MAX_WRITES_BUT_LOADS = 10;

  private final Fault fault;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final Set<Procedure<?, ?>> registered = new HashSet<>();
  private final Map<Key, byte[]> values = new HashMap<>();
  private final AtomicLong submitted = new AtomicLong();
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong aborted = new AtomicLong();
  private long version;
  private long written;

  /** Creates a service with a fault. */
  public SerialService(Fault fault) {
    this.fault = fault;
  }

  /** Returns the service as a driver measures it, with its counters. */
  public MeasuredService measured() {
    return new MeasuredService(this, this::counters, () -> 0);
  }

  private PipelineCounters counters() {
    return new PipelineCounters(
        committed.get(),
        0,
        Map.of(AbortCause.USER, aborted.get()),
        0,
        0,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    registered.add(procedure);
  }

  @Override
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    if (!registered.contains(procedure)) {
      throw new IllegalStateException(procedure.name() + " is not registered");
    }
    long number = submitted.incrementAndGet();
    if (fault == Fault.IS_OVERLOADED && number % 3 == 0) {
      return rejected(ErrorCode.OVERLOADED);
    }
    if (fault == Fault.REJECTS && number == REJECTED) {
      return rejected(ErrorCode.LOGIC_FAILED);
    }
    return CompletableFuture.supplyAsync(() -> run(procedure, argument), thread);
  }

  private static <R> CompletionStage<Outcome<R>> rejected(ErrorCode code) {
    return CompletableFuture.completedFuture(
        new Outcome.Rejected<>(
            new YardmasterException(code, "the rejection that the test " + "has requested")));
  }

  /** Runs a procedure immediately, on the caller's thread. Tests of procedures use this method. */
  public <A, R> Outcome<R> run(Procedure<A, R> procedure, A argument) {
    BufferedWrites transaction = new BufferedWrites(values, procedure, argument);
    R result;
    try {
      result = procedure.execute(argument, transaction);
    } catch (BufferedWrites.Abort abort) {
      aborted.incrementAndGet();
      return new Outcome.Aborted<>(AbortCause.USER, abort.getMessage(), 0, null);
    }
    Map<Key, byte[]> writes = transaction.writes();
    if (writes.isEmpty()) {
      return new Outcome.Committed<>(result, submitted.get(), 0, 0, null);
    }
    version++;
    if (fault == Fault.LOSES_WRITES && writes.size() < MAX_WRITES_BUT_LOADS) {
      writes.keySet().removeIf(key -> ++written % WRITES_PER_LOST == 0);
    }
    values.putAll(writes);
    committed.incrementAndGet();
    return new Outcome.Committed<>(result, submitted.get(), version, 0, null);
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
