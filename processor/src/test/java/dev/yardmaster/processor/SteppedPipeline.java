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
 * A pipeline without threads, whose agents take turns on the test's own. What is submitted together
 * reads together, so all but the first of what conflicts is stale at the final validation.
 */
public final class SteppedPipeline implements AutoCloseable {

  private static final int MAX_TURNS = 10_000;

  /** What was submitted. */
  public record Submitted<R>(CompletableFuture<Outcome<R>> stage) {

    public boolean isDone() {
      return stage.isDone();
    }

    /** Its outcome; it has one. */
    public Outcome<R> outcome() {
      assertTrue(isDone());
      return stage.join();
    }
  }

  public final Pipeline pipeline;
  private final List<CompletableFuture<?>> outstanding = new ArrayList<>();

  /** The store of its only shard. */
  public final InMemoryStore store = new InMemoryStore();

  /** The time that its agents see, in ns. */
  public long nowNs;

  /** The time that ids go by, in ms since the epoch. */
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

  /** Lets every agent take turns until all that was submitted has its outcome. */
  public void run() {
    stepUntil(() -> outstanding.stream().allMatch(CompletableFuture::isDone));
  }

  /** Lets every agent take turns until something holds. */
  public void stepUntil(BooleanSupplier holds) {
    for (int turn = 0; !holds.getAsBoolean(); turn++) {
      assertTrue(turn < MAX_TURNS, "what was waited for did not come");
      step();
    }
  }

  /** Lets every agent take a turn. */
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

  /** Ends what is in flight, and closes. */
  @Override
  public void close() {
    run();
    pipeline.close();
  }
}
