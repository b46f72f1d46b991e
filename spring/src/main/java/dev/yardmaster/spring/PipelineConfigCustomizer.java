package dev.yardmaster.spring;

import dev.yardmaster.processor.PipelineConfig;

/**
 * Changes the settings of the embedded pipeline. Beans of this type are called in the order of the
 * beans, after the properties {@code yardmaster.pipeline} were applied and before the pipeline
 * starts.
 */
@FunctionalInterface
public interface PipelineConfigCustomizer {

  /** Changes settings of the builder. */
  void customize(PipelineConfig.Builder config);
}
