package dev.yardmaster.server.backend;

import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.service.ServiceLoad;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.storage.log.backup.Backup;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.Optional;

/**
 * A pipeline as the back end of a server.
 *
 * @param pipeline the pipeline, which the back end closes
 * @param config the pipeline's settings
 */
public record ServedPipeline(Pipeline pipeline, PipelineConfig config) implements ServerBackEnd {

  @Override
  public String name() {
    return "pipeline";
  }

  @Override
  public EncodedCalls encoded() {
    return pipeline.encoded();
  }

  /**
   * Returns the pipeline's concurrency. The pipeline has twice this number of slots, so open
   * interactive transactions leave free slots for other transactions.
   */
  @Override
  public int maxOpenTransactions() {
    return config.concurrency();
  }

  @Override
  public boolean isDurable() {
    return config.durability().isDurable();
  }

  @Override
  public Optional<Throwable> failure() {
    return pipeline.failure();
  }

  @Override
  public Optional<String> warning() {
    return pipeline.warning();
  }

  @Override
  public ServiceCounters counters() {
    return pipeline.counters();
  }

  @Override
  public ServiceLoad load() {
    return pipeline.load();
  }

  @Override
  public long dataBytes() {
    return pipeline.dataBytes();
  }

  @Override
  public Conflicts conflicts() {
    return pipeline.conflicts();
  }

  @Override
  public PartitionFigures partitions() {
    return null;
  }

  @Override
  public Backup backup() throws IOException {
    return pipeline.backup();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    pipeline.bindTo(registry);
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
