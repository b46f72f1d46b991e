package dev.yardmaster.spring;

import dev.yardmaster.engine.EngineConfig;

/**
 * Changes the settings of the in-process engine. Beans of this type are called in their order,
 * after the properties {@code yardmaster.engine} have been applied, before the engine opens.
 */
@FunctionalInterface
public interface EngineConfigCustomizer {

  /** Changes settings of the builder. */
  void customize(EngineConfig.Builder config);
}
