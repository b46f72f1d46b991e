package dev.yardmaster.play.demo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.processor.PipelineLoad;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.ServiceLoad;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.storage.log.backup.Backup;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The back end that the dashboard shows. It represents one pipeline after another, with totals over
 * all pipelines. The thread of the demonstration sets the pipeline. Any thread may read the
 * figures.
 */
final class DemoBackEnd implements ServerBackEnd {

  private static final PipelineLoad NO_LOAD = new PipelineLoad(0, 0, 0, 0, Map.of());
  private static final Conflicts NO_CONFLICTS = new Conflicts(List.of(), List.of());

  /** The totals of the pipelines that have ended. */
  @Shared(
      writers = "the thread of the demonstration",
      readers = "the threads of the dashboard",
      access = "guarded by the object's monitor")
  private PipelineCounters earlier = PipelineCounters.NONE;

  /** Null between two pipelines. */
  @Shared(
      writers = "the thread of the demonstration",
      readers = "the threads of the dashboard",
      access = "guarded by the object's monitor")
  private Pipeline pipeline;

  /** Sets the pipeline that the dashboard shows until {@link #ended}. */
  synchronized void began(Pipeline next) {
    pipeline = next;
  }

  /** Adds the totals of the current pipeline to the totals of the earlier pipelines. */
  synchronized void ended() {
    earlier = counters();
    pipeline = null;
  }

  @Override
  public synchronized PipelineCounters counters() {
    return pipeline == null ? earlier : earlier.plus(pipeline.counters());
  }

  @Override
  public synchronized ServiceLoad load() {
    return pipeline == null ? NO_LOAD : pipeline.load();
  }

  @Override
  public synchronized Conflicts conflicts() {
    return pipeline == null ? NO_CONFLICTS : pipeline.conflicts();
  }

  @Override
  public synchronized long dataBytes() {
    return pipeline == null ? 0 : pipeline.dataBytes();
  }

  @Override
  public synchronized Optional<Throwable> failure() {
    return pipeline == null ? Optional.empty() : pipeline.failure();
  }

  @Override
  public synchronized Optional<String> warning() {
    return pipeline == null ? Optional.empty() : pipeline.warning();
  }

  @Override
  public String name() {
    return "pipeline";
  }

  /** Is not supported, because the demonstration has no clients. */
  @Override
  public EncodedCalls encoded() {
    throw new UnsupportedOperationException("the demonstration accepts no connections");
  }

  @Override
  public int maxOpenTransactions() {
    return 0;
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public PartitionFigures partitions() {
    return null;
  }

  @Override
  public Backup backup() {
    throw new UnsupportedOperationException("the demonstration's data is in memory");
  }

  /** Binds no meters, because the pipelines change and the dashboard does not need meters. */
  @Override
  public void bindTo(MeterRegistry registry) {}

  /** Does nothing, because the demonstration itself closes its pipelines. */
  @Override
  public void close() {}
}
