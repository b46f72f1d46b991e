package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.TransactionService;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the start fail if the properties select a back end that is not on the class path. */
@Configuration(proxyBeanMethods = false)
class MissingBackEndConfiguration {

  private static TransactionService refuse(ServiceMode mode) {
    throw new InvalidConfigurationPropertyValueException(
        "yardmaster.mode",
        mode,
        "The back end is not on the class path; add the dependency dev.yardmaster:"
            + mode.artifact()
            + ". If the property is not set, yardmaster.client.servers selects this mode.");
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnServiceMode(value = ServiceMode.PIPELINE, present = false)
  static class WithoutPipeline {
    @Bean
    @ConditionalOnMissingBean
    TransactionService yardmasterService() {
      return refuse(ServiceMode.PIPELINE);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnServiceMode(value = ServiceMode.ENGINE, present = false)
  static class WithoutEngine {
    @Bean
    @ConditionalOnMissingBean
    TransactionService yardmasterService() {
      return refuse(ServiceMode.ENGINE);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnServiceMode(value = ServiceMode.CLIENT, present = false)
  static class WithoutClient {
    @Bean
    @ConditionalOnMissingBean
    TransactionService yardmasterService() {
      return refuse(ServiceMode.CLIENT);
    }
  }
}
