package dev.yardmaster.server.live;

import dev.yardmaster.processor.CallerWait;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.server.backend.ServedPipeline;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * A pipeline whose final validation is busy for chosen shares of the time. The test's thread runs
 * the agents. Each read of the agents' clock advances the clock by 1 ms.
 */
public final class BusyPipeline implements AutoCloseable {

  private final Pipeline pipeline = Pipeline.assemble(PipelineConfig.defaults(), parts(), () -> {});
  private final ServedPipeline backEnd = new ServedPipeline(pipeline, PipelineConfig.defaults());
  private long agentsNs;
  private long nowNs;
  private final LiveFigures figures =
      new LiveFigures(backEnd, ConnectionFigures.NONE, () -> nowNs, () -> nowNs / 1_000_000);

  private PipelineParts parts() {
    return new PipelineParts() {
      @Override
      public NanoClock clock() {
        return () -> agentsNs += 1_000_000;
      }

      @Override
      public CallerWait callerWait() {
        return (waits, over) -> pipeline.agents().forEach(BusyPipeline::step);
      }

      @Override
      public CallerWait closingWait() {
        return callerWait();
      }
    };
  }

  private static void step(Agent agent) {
    try {
      agent.doWork();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  public ServedPipeline backEnd() {
    return backEnd;
  }

  public LiveFigures figures() {
    return figures;
  }

  /**
   * Commits transactions, and ends a second in which the final validation was busy for the given
   * share.
   */
  public void second(double share) {
    long before = pipeline.counters().finalValidationNs();
    for (int i = 0; i < 10; i++) {
      pipeline.execute(transaction -> null);
    }
    nowNs += (long) ((pipeline.counters().finalValidationNs() - before) / share);
    figures.tick();
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
