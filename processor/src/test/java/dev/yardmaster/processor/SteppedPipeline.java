package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * A pipeline without threads: its agents run one after the other on the test's thread. Transactions
 * that are submitted together also read together. If such transactions conflict, all of them except
 * the first are therefore stale at the final validation.
 */
public final class SteppedPipeline implements AutoCloseable {

  private static final int MAX_TURNS = 10_000;

  /** A submitted transaction. */
  public record Submitted<R>(CompletableFuture<Outcome<R>> stage) {

    public boolean isDone() {
      return stage.isDone();
    }

    /** Returns the outcome. The caller must know that the transaction has ended. */
    public Outcome<R> outcome() {
      assertTrue(isDone());
      return stage.join();
    }
  }

  public final Pipeline pipeline;
  private final List<CompletableFuture<?>> outstanding = new ArrayList<>();

  /** The store of the pipeline's only shard. */
  public final InMemoryStore store = new InMemoryStore();

  /** Decides at each step which agents run. */
  public Predicate<Agent> runs = agent -> true;

  /** The current time of the agents' clock, in ns. */
  public long nowNs;

  /** The current time of the clock for transaction ids, in ms since the epoch. */
  public long nowMs;

  public SteppedPipeline(PipelineConfig config) {
    pipeline =
        Pipeline.assemble(
            config,
            new PipelineParts() {
              @Override
              public NanoClock clock() {
                return () -> nowNs;
              }

              @Override
              public EpochClock epochClock() {
                return () -> nowMs;
              }

              @Override
              public VersionedStore store() {
                return store;
              }

              @Override
              public CallerWait callerWait() {
                return (waits, over) -> step();
              }

              @Override
              public CallerWait closingWait() {
                return callerWait();
              }
            },
            () -> {});
  }

  public <A, R> Submitted<R> submit(Procedure<A, R> procedure, A argument) {
    return submitted(pipeline.submit(procedure, argument));
  }

  public <A, R> Submitted<R> submit(Procedure<A, R> procedure, A argument, TransactionId id) {
    return submitted(
        pipeline.submit(procedure, argument, TransactionOptions.defaults().withId(id)));
  }

  public Submitted<TransactionStatus> status(TransactionId id) {
    return submitted(pipeline.status(id));
  }

  private <R> Submitted<R> submitted(CompletionStage<Outcome<R>> stage) {
    CompletableFuture<Outcome<R>> outcome = stage.toCompletableFuture();
    outstanding.add(outcome);
    return new Submitted<>(outcome);
  }

  /** Runs the agents one after the other until all submitted transactions have their outcomes. */
  public void run() {
    stepUntil(() -> outstanding.stream().allMatch(CompletableFuture::isDone));
  }

  /** Runs the agents one after the other until the condition holds. */
  public void stepUntil(BooleanSupplier holds) {
    for (int turn = 0; !holds.getAsBoolean(); turn++) {
      assertTrue(turn < MAX_TURNS, "the condition must hold within the maximum number of turns");
      step();
    }
  }

  /** Runs every agent once, except agents that {@link #runs} excludes. */
  public void step() {
    pipeline.agents().stream().filter(runs).forEach(SteppedPipeline::doWork);
  }

  private static void doWork(Agent agent) {
    try {
      agent.doWork();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Completes the transactions in flight, and closes the pipeline. */
  @Override
  public void close() {
    run();
    pipeline.close();
  }
}
