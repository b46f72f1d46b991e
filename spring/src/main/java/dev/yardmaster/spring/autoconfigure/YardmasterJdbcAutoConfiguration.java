package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.jdbc.YardmasterDataSource;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.retry.RetryRule;
import dev.yardmaster.spring.RetryOnConflict;
import dev.yardmaster.spring.advice.AnnotationAdvice;
import dev.yardmaster.spring.advice.RetryInterceptor;
import dev.yardmaster.spring.advice.RetryObserver;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Wraps the application's DataSource beans if {@code yardmaster.jdbc.wrap} is true, and enables
 * {@link RetryOnConflict}.
 */
@AutoConfiguration
@ConditionalOnClass({
  YardmasterDataSource.class,
  DelegatingDataSource.class,
  TransactionSynchronizationManager.class
})
@EnableConfigurationProperties(YardmasterJdbcProperties.class)
public final class YardmasterJdbcAutoConfiguration {

  YardmasterJdbcAutoConfiguration() {}

  /**
   * Reads the properties from the environment, because DataSources may be created before the beans
   * of properties.
   */
  @Bean
  @ConditionalOnBooleanProperty("yardmaster.jdbc.wrap")
  static DataSourceWrapping yardmasterDataSourceWrapping(
      Environment environment, BeanFactory beans) {
    return new DataSourceWrapping(
        Binder.get(environment).bindOrCreate("yardmaster.jdbc", YardmasterJdbcProperties.class),
        beans);
  }

  @Bean
  @ConditionalOnMissingBean
  RetryRule yardmasterRetryRule(
      YardmasterJdbcProperties properties, ObjectProvider<FailureClassifier> classifier) {
    YardmasterJdbcProperties.Retry set = properties.retry();
    RetryRule defaults = RetryRule.defaults();
    PropertyMapper map = PropertyMapper.get();
    RetryRule rule =
        map.from(classifier.getIfUnique(FailureClassifier::standard))
            .to(defaults, RetryRule::withClassifier);
    rule = map.from(set::maxAttempts).to(rule, RetryRule::withMaxAttempts);
    rule = map.from(set::deadline).to(rule, RetryRule::withDeadline);
    if (set.pause() == null && set.maxPause() == null) {
      return rule;
    }
    return rule.withPause(
        Objects.requireNonNullElse(set.pause(), Duration.ofNanos(defaults.pauseNs())),
        Objects.requireNonNullElse(set.maxPause(), Duration.ofNanos(defaults.maxPauseNs())));
  }

  @Bean
  static AnnotationAdvice yardmasterRetryAdvice(
      Environment environment,
      ObjectProvider<RetryRule> rule,
      ObjectProvider<RetryObserver> observers) {
    return new AnnotationAdvice(
        RetryOnConflict.class,
        new RetryInterceptor(
            rule::getObject,
            (method, retry) -> observers.forEach(each -> each.created(method, retry))),
        environment);
  }
}
