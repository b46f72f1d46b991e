package dev.yardmaster.spring;

import dev.yardmaster.client.ClientConfig;

/**
 * Changes the settings of the client. Beans of this type are called in their order, after the
 * properties {@code yardmaster.client} have been applied, before the client connects.
 */
@FunctionalInterface
public interface ClientConfigCustomizer {

  /** Changes settings of the builder. */
  void customize(ClientConfig.Builder config);
}
