package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.TransactionService;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.CompositeHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/** Adds the application's services to its health: whether they accept transactions. */
@AutoConfiguration(after = YardmasterAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
@ConditionalOnBean(TransactionService.class)
@ConditionalOnEnabledHealthIndicator("yardmaster")
public final class YardmasterHealthAutoConfiguration
    extends CompositeHealthContributorConfiguration<ServiceHealthIndicator, TransactionService> {

  YardmasterHealthAutoConfiguration() {
    super(ServiceHealthIndicator::new);
  }

  @Bean
  @ConditionalOnMissingBean(name = {"yardmasterHealthIndicator", "yardmasterHealthContributor"})
  HealthContributor yardmasterHealthContributor(ConfigurableListableBeanFactory beans) {
    Map<String, TransactionService> services =
        SimpleAutowireCandidateResolver.resolveAutowireCandidates(
            beans, TransactionService.class, false, true);
    services.remove(ObservedServiceRegistration.NAME); // Its service is in the map, too.
    return createContributor(services);
  }
}
