package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.Engine;
import dev.yardmaster.engine.service.EngineService;
import dev.yardmaster.spring.EngineConfigCustomizer;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** Configures the service as an in-process engine. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnServiceMode(ServiceMode.ENGINE)
class EngineConfiguration {

  @Bean
  @ConditionalOnMissingBean(TransactionService.class)
  EngineService yardmasterService(
      YardmasterProperties properties, ObjectProvider<EngineConfigCustomizer> customizers) {
    EngineConfig.Builder config = EngineConfig.builder();
    YardmasterProperties.Engine set = properties.engine();
    PropertyMapper map = PropertyMapper.get();
    map.from(set::directory).to(config::directory);
    map.from(set::protocol).to(config::protocol);
    map.from(set::workers).to(config::workers);
    map.from(set::interactive).to(config::interactive);
    map.from(set::maxData).as(DataSize::toBytes).to(config::maxDataBytes);
    map.from(set::waitingTransactions).to(config::waitingTransactions);
    map.from(set::outcomeRetention).as(Duration::toMillis).to(config::outcomeRetentionMs);
    map.from(set::closeTimeout).as(Duration::toNanos).to(config::closeTimeoutNs);
    customizers.orderedStream().forEach(each -> each.customize(config));
    return Engine.open(config.build());
  }
}
