package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.spring.KeyValueTransactional;
import dev.yardmaster.spring.advice.AnnotationAdvice;
import dev.yardmaster.spring.advice.CurrentTransaction;
import dev.yardmaster.spring.advice.KeyValueInterceptor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Configures the {@link TransactionService}, unless the application has a bean of this type. Also
 * registers all beans of the type {@link dev.yardmaster.api.Procedure} with the service, and
 * enables {@link KeyValueTransactional}.
 *
 * <p>The service has no lifecycle phase. Spring destroys the service after all phases have stopped,
 * and after the beans that use the service were destroyed. By then, the web server has answered its
 * last request.
 */
@AutoConfiguration(after = SslAutoConfiguration.class)
@EnableConfigurationProperties(YardmasterProperties.class)
@Import({
  PipelineConfiguration.class,
  EngineConfiguration.class,
  ClientConfiguration.class,
  MissingBackEndConfiguration.class
})
public final class YardmasterAutoConfiguration {

  YardmasterAutoConfiguration() {}

  @Bean
  static ProcedureRegistration yardmasterProcedureRegistration(ListableBeanFactory beans) {
    return new ProcedureRegistration(beans);
  }

  @Bean
  @ConditionalOnMissingBean(Transaction.class)
  static Transaction yardmasterTransaction() {
    return new CurrentTransaction();
  }

  @Bean
  static AnnotationAdvice yardmasterKeyValueAdvice(
      Environment environment, ObjectProvider<TransactionService> service) {
    return new AnnotationAdvice(
        KeyValueTransactional.class, new KeyValueInterceptor(service::getObject), environment);
  }
}
