package dev.yardmaster.spring;

import dev.yardmaster.client.ClientConfig;

/**
 * Changes the settings of the client. Beans of this type are called in the order of the beans,
 * after the properties {@code yardmaster.client} were applied and before the client connects.
 */
@FunctionalInterface
public interface ClientConfigCustomizer {

  /** Changes settings of the builder. */
  void customize(ClientConfig.Builder config);
}
