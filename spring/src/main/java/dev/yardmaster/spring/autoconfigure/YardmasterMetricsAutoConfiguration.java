package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.client.ClientMeters;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.jdbc.figures.JdbcMeters;
import dev.yardmaster.jdbc.meters.RetryMeters;
import dev.yardmaster.spring.advice.RetryObserver;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Adds the meters of the client and of the JDBC adapter as beans. Spring Boot binds such beans to
 * the application's registry. Pipelines and engines need no additional beans, because they are
 * binders of meters themselves.
 */
@AutoConfiguration(after = YardmasterAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
public final class YardmasterMetricsAutoConfiguration {

  YardmasterMetricsAutoConfiguration() {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ClientMeters.class)
  static class OfClient {
    @Bean
    @ConditionalOnSingleCandidate(YardmasterClient.class)
    @ConditionalOnMissingBean
    ClientMeters yardmasterClientMeters(YardmasterClient client) {
      return new ClientMeters(client);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JdbcMeters.class)
  static class OfJdbc {
    @Bean
    @ConditionalOnMissingBean
    JdbcMeters yardmasterJdbcMeters() {
      return new JdbcMeters();
    }

    @Bean
    RetryObserver yardmasterRetryMeters(ObjectProvider<MeterRegistry> registry) {
      return (method, retry) ->
          registry.ifAvailable(present -> new RetryMeters(retry, method).bindTo(present));
    }
  }
}
