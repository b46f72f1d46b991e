package dev.yardmaster.spring;

import dev.yardmaster.engine.EngineConfig;

/**
 * Changes the settings of the in-process engine. Beans of this type are called in the order of the
 * beans, after the properties {@code yardmaster.engine} were applied and before the engine opens.
 */
@FunctionalInterface
public interface EngineConfigCustomizer {

  /** Changes settings of the builder. */
  void customize(EngineConfig.Builder config);
}
