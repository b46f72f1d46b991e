package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.spring.PipelineConfigCustomizer;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** Configures the service as an embedded pipeline. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnServiceMode(ServiceMode.PIPELINE)
class PipelineConfiguration {

  @Bean
  @ConditionalOnMissingBean(TransactionService.class)
  Pipeline yardmasterService(
      YardmasterProperties properties, ObjectProvider<PipelineConfigCustomizer> customizers) {
    PipelineConfig.Builder config = PipelineConfig.builder();
    apply(properties.pipeline(), config);
    customizers.orderedStream().forEach(each -> each.customize(config));
    return Pipeline.start(config.build());
  }

  private static void apply(YardmasterProperties.Pipeline set, PipelineConfig.Builder config) {
    PropertyMapper map = PropertyMapper.get();
    map.from(set::maxData).as(DataSize::toBytes).to(config::maxDataBytes);
    map.from(set::concurrency).to(config::concurrency);
    map.from(set::waitingTransactions).to(config::waitingTransactions);
    map.from(set::outcomeRetention).as(Duration::toMillis).to(config::outcomeRetentionMs);
    map.from(set::closeTimeout).as(Duration::toNanos).to(config::closeTimeoutNs);
    if (set.onDisk()) {
      config.storage(Storage.DISK);
    }
    if (set.directory() == null) {
      if (set.asyncLoss() != null || set.archive() != null || set.onDisk()) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG,
            "the settings async-loss, archive and on-disk need a data directory",
            "yardmaster.pipeline.directory",
            "none");
      }
      return;
    }
    Durability durability = Durability.in(set.directory());
    if (set.asyncLoss() != null) {
      durability = durability.async(Math.toIntExact(set.asyncLoss().toMillis()));
    }
    if (set.archive() != null) {
      durability = durability.archivedTo(set.archive());
    }
    config.durability(durability);
  }
}
