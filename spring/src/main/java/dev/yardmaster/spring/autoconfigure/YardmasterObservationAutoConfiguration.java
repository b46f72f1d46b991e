package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.observation.ObservedTransactionService;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Observes the transactions of the application's service with Micrometer. */
@AutoConfiguration(
    after = YardmasterAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass({ObservationRegistry.class, ObservedTransactionService.class})
@ConditionalOnBean({ObservationRegistry.class, TransactionService.class})
@ConditionalOnBooleanProperty(name = "yardmaster.observations.enabled", matchIfMissing = true)
public final class YardmasterObservationAutoConfiguration {

  YardmasterObservationAutoConfiguration() {}

  @Bean
  static ObservedServiceRegistration yardmasterObservedServiceRegistration() {
    return new ObservedServiceRegistration();
  }
}
