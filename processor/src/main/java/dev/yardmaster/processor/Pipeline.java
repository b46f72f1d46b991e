package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.LogicOutcome;
import dev.yardmaster.api.outcome.ResultBytes;
import dev.yardmaster.api.outcome.StatusAnswer;
import dev.yardmaster.api.outcome.StatusProcedure;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.tuning.Tuning;
import dev.yardmaster.storage.StorageCounter;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.validator.ValidatorCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
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

  private final PipelineConfig config;
  private final NanoClock clock;
  private final CallerWait callerWait;
  private final PipelineAgents agents;
  private final AgentThreads threads;
  private final Runnable stopAgents;
  private final ProcedureRegistry<PipelineProcedure> procedures = new ProcedureRegistry<>();
  private final ProcedureNames procedureNames = new ProcedureNames();
  private final PipelineProcedure status =
      known(StatusProcedure.INSTANCE.name(), StatusProcedure.INSTANCE);
  private final EncodedCalls encoded = new Encoded();
  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();
  private final AtomicInteger nextProcessor = new AtomicInteger();
  private final AtomicReference<Thread> closer = new AtomicReference<>();
  private final CountDownLatch closeEnded = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;
  private volatile boolean terminated;

  private Pipeline(
      PipelineConfig config, PipelineParts parts, AgentHost host, Runnable stopAgents) {
    this.config = config;
    clock = parts.clock();
    callerWait = parts.callerWait();
    agents = PipelineAgents.of(config, parts);
    threads =
        new AgentThreads(
            stopAgents != null
                ? List.of()
                : agents.onThreads(
                    host == null ? config.threads() : ThreadLayout.SHARED,
                    Runtime.getRuntime().availableProcessors()),
            agents.waitingForDisk(),
            host,
            clock,
            config.closeTimeoutNs(),
            this::panic,
            this::agentEnded);
    this.stopAgents = stopAgents == null ? threads::stop : stopAgents;
    register(OneShot.PROCEDURE);
  }

  /**
   * Starts a pipeline: with an empty store, or with all that was committed in its data directory.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED} if the data directory cannot be opened
   */
  public static Pipeline start(PipelineConfig config) {
    return start(config, new PipelineParts());
  }

  /**
   * Starts a pipeline that records what commits.
   *
   * @param history to be closed by who opened it, after the pipeline
   */
  public static Pipeline start(PipelineConfig config, HistoryLog history) {
    return start(
        config,
        new PipelineParts() {
          @Override
          public HistoryRecorder recorder() {
            return history.recorder();
          }
        });
  }

  /** Starts a pipeline that is built from other parts than those of production. */
  public static Pipeline start(PipelineConfig config, PipelineParts parts) {
    return new Pipeline(config, parts, null, null).started();
  }

  /**
   * Starts a pipeline whose agents run on a thread that is there already, save those that wait for
   * the disk; its {@link PipelineConfig#threads} do not count then.
   */
  public static Pipeline start(PipelineConfig config, PipelineParts parts, AgentHost host) {
    return new Pipeline(config, parts, Objects.requireNonNull(host, "host"), null).started();
  }

  /**
   * A pipeline without threads of its own: who asks for it runs its {@link #agents}, on one thread
   * or several, also while {@link #close} waits on another for what is in flight.
   *
   * @param stopAgents called by {@code close}; no agent runs any more when it returns
   */
  public static Pipeline assemble(PipelineConfig config, PipelineParts parts, Runnable stopAgents) {
    return new Pipeline(config, parts, null, Objects.requireNonNull(stopAgents, "stopAgents"));
  }

  /** Every agent once; for who runs them in place of {@link ThreadLayout}. */
  public List<Agent> agents() {
    return agents.all();
  }

  /**
   * Which agents share a thread in a layout, and in which order it runs them, but for those that
   * wait for the disk; for who runs them in place of threads.
   *
   * @throws IllegalArgumentException if the layout depends on the number of cores
   */
  public List<List<Agent>> schedule(ThreadLayout layout) {
    return agents.schedule(layout);
  }

  /**
   * Says that an agent threw: it must not be run again, and the service is as good as closed. For
   * who runs the agents of an {@link #assemble}d pipeline, and calls {@link #close} then.
   */
  public void agentFailed(Throwable thrown) {
    failure.compareAndSet(null, thrown);
    closed = true;
  }

  /**
   * Records what was decided and, as was found later in the data directory, logged, but answered to
   * nobody before the process ended. For a simulated process, whose pipeline is still there when it
   * has ended: without these transactions its history would have holes.
   *
   * @param survived whether a commit version was found
   */
  public void recordUnanswered(LongPredicate survived) {
    agents.processors().forEach(processor -> processor.recordUnanswered(survived));
  }

  private Pipeline started() {
    try {
      threads.start();
    } catch (Throwable thrown) {
      failure.compareAndSet(null, thrown);
      close();
      throw thrown;
    }
    return this;
  }

  /** A bug: the agent's state can no longer be trusted, so the whole service ends. */
  private void panic(Throwable thrown) {
    if (failure.compareAndSet(null, thrown)) {
      LOG.error("the pipeline failed and closes", thrown);
      closeInBackground();
    }
  }

  private void agentEnded() {
    if (!closed) {
      failure.compareAndSet(null, new IllegalStateException("an agent ended by itself"));
      closeInBackground();
    }
  }

  private void closeInBackground() {
    closed = true;
    Thread background = new Thread(this::close, "yardmaster-closer");
    background.setDaemon(true);
    background.start();
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    PipelineProcedure registered = known(ProcedureName.of(procedure), procedure);
    if (procedures.add(registered)) {
      registries.forEach(registry -> PipelineMetrics.bindProcedure(registry, registered));
    }
  }

  private PipelineProcedure known(String name, Procedure<?, ?> procedure) {
    return new PipelineProcedure(name, procedure, procedureNames.numberOf(name));
  }

  @Override
  @SuppressWarnings("unchecked") // The procedure gives results of its own type.
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    PipelineProcedure registered = procedures.find(procedure);
    if (registered == null) {
      return CompletableFuture.completedFuture(ProcedureRegistry.unknown(procedure.name()));
    }
    return (CompletionStage<Outcome<R>>) (CompletionStage<?>) submit(registered, argument, options);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(String name, Object argument) {
    PipelineProcedure registered = procedures.find(name);
    return registered == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : submit(registered, argument, TransactionOptions.defaults());
  }

  private CompletionStage<Outcome<Object>> submit(
      PipelineProcedure registered, Object argument, TransactionOptions options) {
    return submit(
        registered, argument, options, outcomeOf(options, registered.name(), registered.codec()));
  }

  /** What is kept under a transaction's id; null if it has none. */
  private KeptOutcome outcomeOf(
      TransactionOptions options, String logic, ValueCodec<Object> codec) {
    return options.id() == null
        ? null
        : new LogicOutcome(
            options.id(), agents.outcomeHorizon(), logic, codec, config.maxValueBytes());
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return askStatus(id, procedures::codecOf);
  }

  @SuppressWarnings("unchecked") // The answer gives a status.
  private CompletionStage<Outcome<TransactionStatus>> askStatus(
      TransactionId id, Function<String, ValueCodec<Object>> codecs) {
    Objects.requireNonNull(id, "id");
    StatusAnswer answer = new StatusAnswer(id, agents.outcomeHorizon(), codecs);
    return (CompletionStage<Outcome<TransactionStatus>>)
        (CompletionStage<?>) submit(status, id, TransactionOptions.defaults(), answer);
  }

  /** The same service with arguments and results as bytes; for who serves it to others. */
  public EncodedCalls encoded() {
    return encoded;
  }

  private CompletionStage<Outcome<Object>> submit(
      PipelineProcedure registered, Object argument, TransactionOptions options, KeptOutcome kept) {
    return submit(
        new ProcedureCall(registered, argument, options, clock.nanoTime(), config, kept, false));
  }

  private CompletionStage<Outcome<Object>> submit(ProcedureCall call) {
    if (closed) {
      call.ended(rejectedAsClosed());
      return call.outcome();
    }
    Processor processor = offer(call);
    if (processor == null) {
      call.ended(
          new Outcome.Rejected<>(
              agents.processors().get(0).submissions().overloaded(call.options().priority())));
    } else if (terminated) {
      processor.submissions().reject(Processor.closed(failure.get()));
    }
    return call.outcome();
  }

  /** Hands a call to a processor that has room; null if none has. */
  private Processor offer(ProcedureCall call) {
    List<Processor> processors = agents.processors();
    int first = nextProcessor();
    for (int i = 0; i < processors.size(); i++) {
      Processor processor = processors.get((first + i) % processors.size());
      if (processor.submit(call)) {
        return processor;
      }
    }
    return null;
  }

  private <R> Outcome<R> rejectedAsClosed() {
    return new Outcome.Rejected<>(Processor.closed(failure.get()));
  }

  private int nextProcessor() {
    int count = agents.processors().size();
    return count == 1 ? 0 : Math.floorMod(nextProcessor.getAndIncrement(), count);
  }

  @Override
  public boolean isOwnThread() {
    return threads.isOwn();
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    if (isOwnThread()) {
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.WRONG_THREAD,
              "what runs on a thread of the service must not wait for the service",
              "thread",
              Thread.currentThread().getName()));
    }
    if (closed) {
      return rejectedAsClosed();
    }
    Processor processor = agents.processors().get(nextProcessor());
    Session session =
        new Session(
            options,
            clock.nanoTime(),
            processor,
            clock,
            callerWait,
            () -> terminated,
            outcomeOf(options, ProcedureName.LAMBDA, ValueCodec.basic()));
    try {
      Outcome<R> outcome = null;
      while (outcome == null) {
        outcome = run(logic, session);
      }
      return outcome;
    } finally {
      session.restoreInterrupt();
    }
  }

  /** Runs the logic once; null if it is to run again. */
  @SuppressWarnings("unchecked") // The session hands back the result that it was given.
  private <R> Outcome<R> run(TransactionLogic<R> logic, Session session) {
    if (!session.begin()) {
      return (Outcome<R>) session.outcome();
    }
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
    Outcome<Object> outcome = session.outcome();
    if (outcome == null) {
      Throwable failure = transaction.failure(thrown);
      outcome =
          failure == null ? session.commit(transaction.writes(), result) : session.fail(failure);
    }
    return (Outcome<R>) outcome;
  }

  /** What the pipeline has done since it started. Any thread. */
  public PipelineCounters counters() {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, sum(agents.processors(), processor -> processor.counters().aborts(cause)));
    }
    LogSize log = agents.data() == null ? LogSize.NONE : agents.data().log().size();
    return new PipelineCounters(
        sum(agents.processors(), processor -> processor.counters().get(ProcessorCounter.COMMITTED)),
        sum(agents.processors(), processor -> processor.counters().get(ProcessorCounter.RESTARTS)),
        aborts,
        sum(agents.storageWorkers(), worker -> worker.counter(StorageCounter.BATCHES)),
        sum(agents.storageWorkers(), worker -> worker.counter(StorageCounter.REQUESTS)),
        agents.validator().counter(ValidatorCounter.CLOSED_FULL)
            + agents.validator().counter(ValidatorCounter.CLOSED_IDLE)
            + agents.validator().counter(ValidatorCounter.CLOSED_AGE),
        agents.validator().counter(ValidatorCounter.REQUESTS),
        agents.validator().counter(ValidatorCounter.VICTIMS),
        agents.validator().counter(ValidatorCounter.EDGES),
        agents.validator().counter(ValidatorCounter.REORDERED),
        agents.validator().counter(ValidatorCounter.PROVEN),
        agents.validator().reorderBusyNs(),
        agents.validator().counter(ValidatorCounter.CONFLICTS_IN_BATCH),
        agents.validator().counter(ValidatorCounter.REPAIRED),
        agents.validator().counter(ValidatorCounter.BUSY_NS),
        sum(agents.processors(), processor -> processor.counters().get(ProcessorCounter.QUEUED)),
        agents.validator().counter(ValidatorCounter.RESERVATIONS),
        agents.validator().counter(ValidatorCounter.RESERVATIONS_EXPIRED),
        log.transactions(),
        log.writtenBytes(),
        log.forces(),
        agents.checkpointer() == null ? 0 : agents.checkpointer().written(),
        agents.tuner() == null ? 0 : agents.tuner().trials(),
        agents.tuner() == null ? 0 : agents.tuner().changes());
  }

  /** What the pipeline goes by now. Any thread. */
  public Tuning tuning() {
    return agents.tuning().get();
  }

  /** Where transactions conflicted lately. Any thread. */
  public Conflicts conflicts() {
    ConflictSummary summary = new ConflictSummary();
    agents.processors().forEach(processor -> summary.add(processor.conflicts().published()));
    return summary.conflicts(procedureNames);
  }

  /** How full the pipeline is. Any thread. */
  public PipelineLoad load() {
    Map<String, Integer> queues = new LinkedHashMap<>();
    agents.processors().forEach(p -> queues.put(p.roleName(), p.submissions().size()));
    agents.storageWorkers().forEach(w -> queues.put(w.roleName(), w.queueDepth()));
    agents.validator().agents().forEach(a -> queues.put(a.roleName(), a.queueDepth()));
    return new PipelineLoad(
        sum(agents.processors(), p -> p.counters().get(ProcessorCounter.IN_FLIGHT)),
        sum(agents.processors(), p -> p.counters().get(ProcessorCounter.WAITING_FOR_KEYS)),
        sum(agents.processors(), p -> p.counters().get(ProcessorCounter.WINDOW)),
        sum(agents.processors(), p -> p.submissions().refused()),
        queues);
  }

  /** What made the service fail and close; empty while it has not failed. Any thread. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> counter) {
    return parts.stream().mapToLong(counter).sum();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new PipelineMetrics(agents).bindTo(registry);
    registries.add(registry);
    PipelineMetrics.bindProcedure(registry, status);
    procedures.all().forEach(known -> PipelineMetrics.bindProcedure(registry, known));
  }

  @Override
  public void close() {
    if (threads.isOwn()) {
      // This thread cannot wait for its own end.
      if (!closed) {
        closeInBackground();
      }
      return;
    }
    if (!closer.compareAndSet(null, Thread.currentThread())) {
      if (closer.get() != Thread.currentThread()) {
        awaitUninterruptibly(closeEnded);
      }
      return;
    }
    closed = true;
    try {
      awaitDrained();
      stopAgents.run();
      terminated = true;
      YardmasterException error = Processor.closed(failure.get());
      agents.processors().forEach(processor -> processor.rejectAll(error));
    } finally {
      try {
        closeData();
      } finally {
        closeEnded.countDown();
      }
    }
  }

  private void closeData() {
    if (agents.data() == null) {
      return;
    }
    if (threads.diskHasEnded()) {
      agents.data().close();
    } else {
      // What still works there would work among the files of whoever had the directory next.
      LOG.error(
          "the data directory {} stays locked while this process lives: its disk does not answer",
          config.durability().directory());
    }
  }

  private void awaitDrained() {
    agents.processors().forEach(Processor::drain);
    long deadlineNs = clock.nanoTime() + config.closeTimeoutNs();
    for (int waits = 0;
        failure.get() == null && clock.nanoTime() - deadlineNs < 0 && !isDrained();
        waits++) {
      callerWait.moment(waits, this::isDrained);
    }
  }

  private boolean isDrained() {
    return agents.processors().stream().allMatch(Processor::isDrained);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The service as {@link EncodedCalls}. */
  private final class Encoded implements EncodedCalls {

    @Override
    @SuppressWarnings("unchecked") // A call that encodes its result gives bytes.
    public CompletionStage<Outcome<byte[]>> submit(
        String name, byte[] argument, TransactionOptions options) {
      PipelineProcedure registered = procedures.find(name);
      if (registered == null) {
        return CompletableFuture.completedFuture(ProcedureRegistry.unknown(name));
      }
      Object decoded;
      try {
        decoded = registered.argumentCodec().decode(argument);
      } catch (Throwable thrown) { // whatever a procedure's own codec may do
        return CompletableFuture.completedFuture(
            new Outcome.Rejected<>(
                new YardmasterException(
                    ErrorCode.BAD_VALUE,
                    "the procedure's codec cannot read the argument",
                    thrown,
                    "procedure",
                    name,
                    "length",
                    argument.length + " bytes")));
      }
      return (CompletionStage<Outcome<byte[]>>)
          (CompletionStage<?>)
              Pipeline.this.submit(
                  new ProcedureCall(
                      registered,
                      decoded,
                      options,
                      clock.nanoTime(),
                      config,
                      outcomeOf(options, name, ResultBytes.WRITTEN),
                      true));
    }

    @Override
    public CompletionStage<Outcome<OneShot.Result>> submit(
        OneShot oneShot, TransactionOptions options) {
      return Pipeline.this.submit(oneShot, options);
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      return askStatus(id, EncodedResults::new);
    }

    @Override
    public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener) {
      if (closed) {
        throw Processor.closed(failure.get());
      }
      return new OpenTransaction(
          options,
          clock.nanoTime(),
          outcomeOf(options, ProcedureName.LAMBDA, ValueCodec.basic()),
          agents.processors().get(nextProcessor()),
          () -> terminated,
          listener,
          config.maxValueBytes());
    }
  }

  /** Gives results that were kept as they are. */
  private record EncodedResults(String logic) implements ValueCodec<Object> {

    @Override
    public byte[] encode(Object result) {
      throw new UnsupportedOperationException("results are kept by their procedures' codecs");
    }

    @Override
    public Object decode(byte[] bytes) {
      return new EncodedResult(logic, bytes);
    }
  }
}
