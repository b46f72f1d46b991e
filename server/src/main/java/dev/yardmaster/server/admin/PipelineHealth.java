package dev.yardmaster.server.admin;

import dev.yardmaster.processor.Pipeline;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether a pipeline has not failed. A failed one does not come back: restart the process. */
public final class PipelineHealth implements Supplier<Optional<String>> {

  private final Pipeline pipeline;

  /** The health of a pipeline. */
  public PipelineHealth(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Override
  public Optional<String> get() {
    return pipeline.failure().map(failure -> "the pipeline failed: " + failure);
  }
}
