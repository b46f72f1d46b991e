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
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * A pipeline without threads, whose agents run in turn on the test's thread. Transactions that are
 * submitted together read together, so of those that conflict all but the first are stale at the
 * final validation.
 */
public final class SteppedPipeline implements AutoCloseable {

  private static final int MAX_TURNS = 10_000;

  /** A submitted transaction. */
  public record Submitted<R>(CompletableFuture<Outcome<R>> stage) {

    public boolean isDone() {
      return stage.isDone();
    }

    /** Returns the outcome, which must be there. */
    public Outcome<R> outcome() {
      assertTrue(isDone());
      return stage.join();
    }
  }

  public final Pipeline pipeline;
  private final List<CompletableFuture<?>> outstanding = new ArrayList<>();

  /** The store of its only shard. */
  public final InMemoryStore store = new InMemoryStore();

  /** The time of the agents' clock, in ns. */
  public long nowNs;

  /** The time of the ids' clock, in ms since the epoch. */
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

  /** Runs every agent in turn until all submitted transactions have their outcomes. */
  public void run() {
    stepUntil(() -> outstanding.stream().allMatch(CompletableFuture::isDone));
  }

  /** Runs every agent in turn until the condition holds. */
  public void stepUntil(BooleanSupplier holds) {
    for (int turn = 0; !holds.getAsBoolean(); turn++) {
      assertTrue(turn < MAX_TURNS, "what was waited for did not come");
      step();
    }
  }

  /** Runs every agent once. */
  public void step() {
    pipeline.agents().forEach(SteppedPipeline::doWork);
  }

  private static void doWork(Agent agent) {
    try {
      agent.doWork();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Completes the transactions in flight, and closes. */
  @Override
  public void close() {
    run();
    pipeline.close();
  }
}
