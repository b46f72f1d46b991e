package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.StorageCounter;
import dev.yardmaster.validator.ValidatorCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded service: processors, batched storage and the reordering validator in one process.
 *
 * <p>It owns the threads that its {@link ThreadLayout} asks for, from {@link #start} until {@link
 * #close} returns.
 */
public final class Pipeline implements TransactionService, MeterBinder {

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
  private static final int MAX_PROCEDURE_NAME = 128;

  private final PipelineConfig config;
  private final NanoClock clock;
  private final PipelineAgents agents;
  private final List<AgentRunner> runners = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Map<String, Procedure<?, ?>> procedures = new ConcurrentHashMap<>();
  private final AtomicInteger nextProcessor = new AtomicInteger();
  private final Object closing = new Object();
  private volatile boolean closed;
  private volatile boolean terminated;
  private volatile Throwable failure;

  private Pipeline(PipelineConfig config, NanoClock clock) {
    this.config = config;
    this.clock = clock;
    SecureRandom secret = new SecureRandom();
    agents = new PipelineAgents(config, clock, secret.nextLong(), secret.nextLong());
  }

  /** Starts a pipeline with an empty store. */
  public static Pipeline start(PipelineConfig config) {
    Pipeline pipeline = new Pipeline(config, SystemNanoClock.INSTANCE);
    pipeline.startThreads();
    return pipeline;
  }

  private void startThreads() {
    int cores = Runtime.getRuntime().availableProcessors();
    for (Agent agent : agents.onThreads(config.threads(), cores)) {
      runners.add(
          new AgentRunner(
              new BackoffIdleStrategy(100, 20, 1_000, 100_000), this::panic, null, agent));
    }
    for (AgentRunner runner : runners) {
      threads.add(AgentRunner.startOnThread(runner, this::newThread));
    }
  }

  private Thread newThread(Runnable loop) {
    Thread thread = new Thread(loop);
    thread.setDaemon(true);
    return thread;
  }

  /** A bug: the agent's state can no longer be trusted, so the whole service ends. */
  private void panic(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
      LOG.error("the pipeline failed and closes", thrown);
      Thread closer = new Thread(this::close, "yardmaster-closer");
      closer.setDaemon(true);
      closer.start();
    }
    throw new AgentTerminationException("the pipeline failed");
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    String name = procedure.name();
    if (name == null || name.isEmpty() || name.length() > MAX_PROCEDURE_NAME) {
      throw new YardmasterException(
          ErrorCode.BAD_PROCEDURE,
          "a procedure's name has 1 to " + MAX_PROCEDURE_NAME + " characters",
          "name",
          name);
    }
    Procedure<?, ?> known = procedures.putIfAbsent(name, procedure);
    if (known != null && !known.equals(procedure)) {
      throw new YardmasterException(
          ErrorCode.BAD_PROCEDURE, "the name is taken by another procedure", "name", name);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // The procedure gives results of its own type.
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    if (!procedure.equals(procedures.get(procedure.name()))) {
      return CompletableFuture.completedFuture(unknown(procedure.name()));
    }
    return (CompletionStage<Outcome<R>>)
        (CompletionStage<?>) submitKnown(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(String name, Object argument) {
    Procedure<?, ?> procedure = name == null ? null : procedures.get(name);
    return procedure == null
        ? CompletableFuture.completedFuture(unknown(name))
        : submitKnown(procedure, argument, TransactionOptions.defaults());
  }

  private static <R> Outcome<R> unknown(String name) {
    return new Outcome.Rejected<>(
        new YardmasterException(
            ErrorCode.UNKNOWN_PROCEDURE, "no such procedure is registered", "name", name));
  }

  private CompletableFuture<Outcome<Object>> submitKnown(
      Procedure<?, ?> procedure, Object argument, TransactionOptions options) {
    ProcedureCall call =
        new ProcedureCall(procedure, argument, options, deadlineNs(options), config);
    if (closed) {
      call.ended(new Outcome.Rejected<>(Processor.closed()));
      return call.outcome();
    }
    Processor processor = nextProcessor();
    if (!processor.submit(call)) {
      call.ended(new Outcome.Rejected<>(processor.overloaded()));
    } else if (terminated) {
      processor.rejectWaiting(Processor.closed());
    }
    return call.outcome();
  }

  private long deadlineNs(TransactionOptions options) {
    return clock.nanoTime() + options.timeout().toNanos();
  }

  private Processor nextProcessor() {
    List<Processor> processors = agents.processors();
    return processors.size() == 1
        ? processors.get(0)
        : processors.get(Math.floorMod(nextProcessor.getAndIncrement(), processors.size()));
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    Session session =
        new Session(options, deadlineNs(options), nextProcessor(), clock, () -> terminated);
    try {
      Outcome<R> outcome = null;
      while (outcome == null) {
        outcome = closed ? new Outcome.Rejected<>(Processor.closed()) : run(logic, session);
      }
      return outcome;
    } finally {
      session.restoreInterrupt();
    }
  }

  /** Runs the logic once; null if it is to run again. */
  @SuppressWarnings("unchecked") // The session hands back the result that it was given.
  private <R> Outcome<R> run(TransactionLogic<R> logic, Session session) {
    InteractiveTransaction transaction =
        new InteractiveTransaction(session, config.maxKeysPerTransaction(), config.maxValueBytes());
    R result = null;
    Throwable thrown = null;
    try {
      result = logic.run(transaction);
    } catch (Throwable caught) {
      thrown = caught;
    } finally {
      transaction.end();
    }
    if (session.outcome() != null) {
      return (Outcome<R>) session.outcome();
    }
    Outcome<Object> outcome =
        thrown == null ? session.commit(transaction.writes(), result) : session.fail(thrown);
    return (Outcome<R>) outcome;
  }

  /** What the pipeline has done since it started. Any thread. */
  public PipelineCounters counters() {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, sum(agents.processors(), processor -> processor.aborts(cause)));
    }
    return new PipelineCounters(
        sum(agents.processors(), processor -> processor.counter(ProcessorCounter.COMMITTED)),
        sum(agents.processors(), processor -> processor.counter(ProcessorCounter.RESTARTS)),
        aborts,
        sum(agents.storageWorkers(), worker -> worker.counter(StorageCounter.BATCHES)),
        sum(agents.storageWorkers(), worker -> worker.counter(StorageCounter.REQUESTS)),
        agents.validator().counter(ValidatorCounter.CLOSED_FULL)
            + agents.validator().counter(ValidatorCounter.CLOSED_IDLE)
            + agents.validator().counter(ValidatorCounter.CLOSED_AGE),
        agents.validator().counter(ValidatorCounter.REQUESTS),
        agents.validator().counter(ValidatorCounter.VICTIMS),
        agents.validator().counter(ValidatorCounter.EDGES));
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> counter) {
    return parts.stream().mapToLong(counter).sum();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new PipelineMetrics(agents).bindTo(registry);
  }

  @Override
  public void close() {
    synchronized (closing) {
      if (terminated) {
        return;
      }
      closed = true;
      awaitDrained();
      runners.forEach(AgentRunner::close);
      YardmasterException error = Processor.closed();
      agents.processors().forEach(processor -> processor.rejectAll(error));
      terminated = true;
      agents.processors().forEach(processor -> processor.rejectWaiting(error));
    }
  }

  private void awaitDrained() {
    agents.processors().forEach(Processor::drain);
    long deadlineNs = clock.nanoTime() + config.closeTimeoutNs();
    while (failure == null
        && clock.nanoTime() - deadlineNs < 0
        && !agents.processors().stream().allMatch(Processor::isDrained)) {
      LockSupport.parkNanos(100_000);
    }
  }
}
