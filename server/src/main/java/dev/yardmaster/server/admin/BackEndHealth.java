package dev.yardmaster.server.admin;

import dev.yardmaster.processor.Pipeline;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Supplies the failure of a pipeline; empty while the pipeline works. A failed pipeline does not
 * recover; the process must be restarted.
 */
public final class PipelineHealth implements Supplier<Optional<String>> {

  private final Pipeline pipeline;

  /** Creates the health check of a pipeline. */
  public PipelineHealth(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Override
  public Optional<String> get() {
    return pipeline.failure().map(failure -> "the pipeline failed: " + failure);
  }
}
