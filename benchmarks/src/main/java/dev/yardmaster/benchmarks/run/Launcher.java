package dev.yardmaster.benchmarks.run;

import dev.yardmaster.processor.PipelineConfig;

/** Starts a fresh service to measure. */
@FunctionalInterface
public interface Launcher {

  /** Starts one; the caller closes it. */
  Launched launch(PipelineConfig config);
}
