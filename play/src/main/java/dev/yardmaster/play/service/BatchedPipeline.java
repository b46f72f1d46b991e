package dev.yardmaster.play.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.ReorderConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A pipeline in this process, for which the prompt decides which transactions form a batch.
 * Features that would delay or divide a batch are off: the adaptive window, the queues of hot keys,
 * the reservations for late attempts, and the tuning by trials.
 */
public final class BatchedPipeline implements Target {

  /**
   * The reply timeout. It can be long, because a step of the pipeline never waits for another
   * transaction.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final AgentThread agents = new AgentThread();
  private final PipelineConfig config;
  private final Pipeline pipeline;

  /**
   * Starts a pipeline in memory.
   *
   * @param repair whether procedures with stale reads are repaired in place
   */
  public BatchedPipeline(boolean repair) {
    config =
        PipelineConfig.builder()
            .repair(repair)
            .window(Window.OPEN)
            .hotKeyWaiting(0)
            .attemptBound(0)
            .tuned(false)
            .processors(1)
            .storageWorkers(1)
            .preparers(1)
            .reorderWorkers(1)
            .build();
    pipeline = Pipeline.start(config, new PipelineParts(), agents);
  }

  /** Returns whether procedures with stale reads are repaired in place. */
  public boolean repairs() {
    return config.repair();
  }

  /** Returns the maximum number of transactions in a batch. */
  public int batchSize() {
    return config.batchSize();
  }

  /** Returns the settings with which the pipeline reorders its batches. */
  public ReorderConfig reordering() {
    return ReorderConfig.DEFAULT
        .withSolver(config.solver())
        .withPolicy(config.policy())
        .withMultiFactor(config.multiFactor())
        .withNodeBudget(config.nodeBudget())
        .withSeed(config.seed());
  }

  /**
   * Runs an action. If the action submits at most {@link #batchSize} transactions, they form one
   * batch.
   */
  public void inOneBatch(Runnable action) {
    agents.whilePaused(action);
  }

  /** Returns the totals of the pipeline's work, read between two duty cycles. */
  public PipelineCounters counters() {
    AtomicReference<PipelineCounters> counters = new AtomicReference<>();
    agents.whilePaused(() -> counters.set(pipeline.counters()));
    return counters.get();
  }

  @Override
  public TransactionService service() {
    return pipeline;
  }

  @Override
  public String description() {
    return "a pipeline in this process" + (repairs() ? "" : ", without repair");
  }

  @Override
  public Duration replyTimeout() {
    return TIMEOUT;
  }

  @Override
  public void awaitVisible(long commitVersion) throws InterruptedException {
    long start = System.nanoTime();
    while (pipeline.installedThrough() < commitVersion) {
      if (System.nanoTime() - start > TIMEOUT.toNanos()) {
        throw new YardmasterException(
            ErrorCode.UNAVAILABLE,
            "version " + commitVersion + " is not installed after " + TIMEOUT.toSeconds() + " s");
      }
      TimeUnit.MICROSECONDS.sleep(50);
    }
  }

  @Override
  public Optional<BatchedPipeline> batches() {
    return Optional.of(this);
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
