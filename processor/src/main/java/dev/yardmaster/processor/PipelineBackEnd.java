package dev.yardmaster.processor;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.logging.Loggers;
import dev.yardmaster.processor.caller.CallerSide;
import dev.yardmaster.processor.caller.PipelineOpenTransaction;
import dev.yardmaster.processor.caller.PipelineSession;
import dev.yardmaster.processor.coordinator.PipelineProcedure;
import dev.yardmaster.processor.coordinator.ProcedureCall;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.service.BackEnd;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.storage.log.GroupReplication;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/**
 * The back end of the embedded pipeline: its agents and threads. The {@link
 * dev.yardmaster.service.ServiceFront} passes transactions to it. Any thread may call the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class PipelineBackEnd implements BackEnd<PipelineProcedure, ProcedureCall> {

  private static final Logger LOG = Loggers.of(PipelineBackEnd.class);

  private final PipelineConfig config;
  private final NanoClock clock;
  private final PipelineAgents agents;
  private final AgentThreads threads;
  private final CallerSide callerSide;
  private final Runnable stopAgents;
  private final Closing closing;
  private final ProcedureNames procedureNames =
      new ProcedureNames(Conflicts.UNKNOWN, Conflicts.INTERACTIVE);

  @Shared(writers = "callers' threads", readers = "the same threads", access = "atomic increment")
  private final AtomicInteger nextProcessor = new AtomicInteger();

  /**
   * Creates agents and threads without starting them.
   *
   * @param configured the settings; missing settings are chosen by the number of the machine's
   *     cores
   * @param host the host that runs all agents except the agents that wait for the disk; null if the
   *     pipeline's own threads run all agents
   * @param stopAgents stops the agents, if the caller runs the agents; null if the pipeline's own
   *     threads run the agents
   */
  PipelineBackEnd(
      PipelineConfig configured, PipelineParts parts, AgentHost host, Runnable stopAgents) {
    // A host has one thread, so it runs all agents in one group. A caller that runs the agents
    // itself must have set their numbers.
    boolean onOneThread = host != null || stopAgents != null;
    PipelineConfig chosen =
        host == null ? configured : configured.toBuilder().threads(ThreadLayout.SHARED).build();
    config = chosen.onCores(onOneThread ? 1 : Runtime.getRuntime().availableProcessors());
    clock = parts.clock();
    closing =
        new Closing(
            this,
            "yardmaster-closer",
            clock::nanoTime,
            parts.closingWait()::moment,
            config.closeTimeoutNs());
    agents = PipelineAgents.of(config, parts);
    threads =
        new AgentThreads(
            stopAgents != null ? List.of() : agents.schedule().onThreads(config.threads()),
            agents.waitingForDisk(),
            stopAgents == null && host == null && callersHelp(config, agents),
            host,
            agents.wakeUp(),
            clock,
            config.closeTimeoutNs(),
            this::panic,
            this::agentEnded);
    callerSide =
        new CallerSide(
            agents.callerReads(),
            threads.turns(),
            parts.callerWait()::moment,
            clock,
            closing::isTerminated);
    this.stopAgents = stopAgents == null ? threads::stop : stopAgents;
  }

  /**
   * Returns whether waiting callers may run the agents. If commits are acknowledged only after a
   * force or a majority, callers must not run the agents. A caller that waits for its commit would
   * find no work, and would prevent the pipeline's own thread from deciding transactions.
   */
  private static boolean callersHelp(PipelineConfig config, PipelineAgents agents) {
    return config.threads() == ThreadLayout.SHARED
        && agents.stored().replication() == null
        && config.durability().mode() != Durability.Mode.SYNC;
  }

  /** Starts the threads. If a thread cannot be started, closes the service. */
  void start() {
    try {
      threads.start();
    } catch (Throwable thrown) {
      closing.failed(thrown);
      closing.close();
      throw thrown;
    }
  }

  /**
   * Closes the service after an agent threw an exception, because the agent's state may be wrong.
   */
  private void panic(Throwable thrown) {
    if (closing.fail(thrown)) {
      LOG.error("the pipeline failed and closes", thrown);
    }
  }

  private void agentEnded() {
    if (!closing.isClosing()) {
      boolean unused = closing.fail(new IllegalStateException("an agent ended by itself"));
    }
  }

  long nowNs() {
    return clock.nanoTime();
  }

  PipelineAgents agents() {
    return agents;
  }

  ProcedureNames procedureNames() {
    return procedureNames;
  }

  @Override
  public Closing closing() {
    return closing;
  }

  @Override
  public PipelineProcedure known(String name, Procedure<?, ?> procedure) {
    return new PipelineProcedure(name, procedure, procedureNames.numberOf(name), config.limits());
  }

  @Override
  public PipelineProcedure scoped(PipelineProcedure procedure) {
    return procedure.scoped();
  }

  @Override
  public ProcedureCall call(
      PipelineProcedure procedure,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      boolean encodesResult) {
    return new ProcedureCall(procedure, argument, options, kept, clock.nanoTime(), encodesResult);
  }

  @Override
  public YardmasterException offer(ProcedureCall call) {
    List<Processor> processors = agents.processors();
    int first = nextProcessor();
    for (int i = 0; i < processors.size(); i++) {
      if (processors.get((first + i) % processors.size()).submit(call)) {
        return null;
      }
    }
    return processors.get(0).submissions().overloaded(call.options().priority());
  }

  private int nextProcessor() {
    int count = agents.processors().size();
    return count == 1 ? 0 : Math.floorMod(nextProcessor.getAndIncrement(), count);
  }

  @Override
  public void refuseWaiting(YardmasterException why) {
    agents.processors().forEach(processor -> processor.submissions().reject(why));
  }

  @Override
  public InteractiveSession session(TransactionOptions options, KeptOutcome kept) {
    return new PipelineSession(
        options, kept, clock.nanoTime(), agents.processors().get(nextProcessor()), callerSide);
  }

  @Override
  public OpenTransaction open(
      TransactionOptions options, KeptOutcome kept, OpenTransaction.Listener listener) {
    return new PipelineOpenTransaction(
        options,
        kept,
        clock.nanoTime(),
        agents.processors().get(nextProcessor()),
        closing::isTerminated,
        listener,
        config.limits());
  }

  @Override
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    GroupReplication replication = agents.stored().replication();
    if (replication == null) {
      return agents.storage().snapshots().open(options);
    }
    long beganNs = clock.nanoTime();
    CompletableFuture<Void> confirmed = new CompletableFuture<>();
    replication.confirm(
        new GroupReplication.End() {
          @Override
          public void succeeded() {
            confirmed.complete(null);
          }

          @Override
          public void failed(Throwable cause) {
            confirmed.completeExceptionally(closing.error());
          }
        });
    return confirmed.thenCompose(none -> agents.storage().snapshots().open(options, beganNs));
  }

  @Override
  public boolean isOwnThread() {
    return threads.isOwn();
  }

  @Override
  public void drain() {
    agents.storage().snapshots().drain(closing.error());
    agents.processors().forEach(Processor::drain);
    agents.wakeUp().signal();
  }

  @Override
  public boolean isDrained() {
    // The order of these checks matters. A transaction that reads on its caller's thread passes to
    // a processor before its reads count as ended. So the reads are checked first, and the
    // processors afterwards.
    return agents.callerReads().areEnded()
        && agents.storage().snapshots().isDrained()
        && agents.processors().stream().allMatch(Processor::isDrained);
  }

  @Override
  public void stop() {
    stopAgents.run();
    closing.terminate();
    YardmasterException error = closing.error();
    agents.processors().forEach(processor -> processor.unanswered().reject(error));
    agents.storage().snapshots().stop(error);
  }

  @Override
  public void release() {
    if (agents.stored().data() == null) {
      return;
    }
    if (threads.diskHasEnded()) {
      try {
        agents.stored().data().close();
      } catch (IOException e) {
        LOG.error("the log of {} cannot be closed", config.durability().directory(), e);
      }
    } else {
      // The directory must stay locked: otherwise a thread that still uses the directory could
      // corrupt the files of the next owner.
      LOG.error(
          "the data directory {} stays locked until this process ends, because the disk does not"
              + " respond",
          config.durability().directory());
    }
  }
}
