package dev.yardmaster.spring.autoconfigure;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.spring.ClientConfigCustomizer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Configures the service as the client of a server or of a cluster. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnServiceMode(ServiceMode.CLIENT)
class ClientConfiguration {

  @Bean
  @ConditionalOnMissingBean(TransactionService.class)
  YardmasterClient yardmasterService(
      YardmasterProperties properties,
      ObjectProvider<ClientConfigCustomizer> customizers,
      ObjectProvider<SslBundles> bundles,
      Environment environment)
      throws SSLException {
    YardmasterProperties.Client set = properties.client();
    ClientConfig.Builder config = ClientConfig.builder();
    set.servers().forEach(config::address);
    PropertyMapper map = PropertyMapper.get();
    map.from(set::token).to(config::token);
    map.from(name(set, environment)).to(config::name);
    map.from(set::connections).to(config::connections);
    map.from(set::threads).to(config::threads);
    map.from(set::maxOutstanding).to(config::maxOutstanding);
    map.from(set::exactlyOnce).to(config::exactlyOnce);
    map.from(set::connectTimeout).to(config::connectTimeout);
    map.from(set::pingInterval).to(config::pingInterval);
    map.from(set::closeTimeout).to(config::closeTimeout);
    map.from(tls(set.ssl(), bundles)).to(config::tls);
    config.retries(retries(set.retries()));
    customizers.orderedStream().forEach(each -> each.customize(config));
    return YardmasterClient.connect(config.build());
  }

  private static @Nullable String name(YardmasterProperties.Client set, Environment environment) {
    return set.name() == null ? environment.getProperty("spring.application.name") : set.name();
  }

  private static RetryPolicy retries(YardmasterProperties.Retries set) {
    RetryPolicy defaults = RetryPolicy.defaults();
    return new RetryPolicy(
        Objects.requireNonNullElse(set.maxAttempts(), defaults.maxAttempts()),
        milliseconds(set.shortestDelay(), defaults.shortestDelayMs()),
        milliseconds(set.longestDelay(), defaults.longestDelayMs()),
        defaults.listener());
  }

  private static long milliseconds(@Nullable Duration set, long byDefault) {
    return set == null ? byDefault : set.toMillis();
  }

  private static @Nullable SslContext tls(
      YardmasterProperties.Ssl set, ObjectProvider<SslBundles> bundles) throws SSLException {
    boolean enabled = Objects.requireNonNullElse(set.enabled(), set.bundle() != null);
    if (!enabled) {
      return null;
    }
    SslContextBuilder context = SslContextBuilder.forClient();
    if (set.bundle() != null) {
      SslBundle bundle = bundles.getObject().getBundle(set.bundle());
      context.trustManager(bundle.getManagers().getTrustManagerFactory());
      if (bundle.getStores().getKeyStore() != null) {
        context.keyManager(bundle.getManagers().getKeyManagerFactory());
      }
      SslOptions options = bundle.getOptions();
      if (options.getEnabledProtocols() != null) {
        context.protocols(options.getEnabledProtocols());
      }
      if (options.getCiphers() != null) {
        context.ciphers(List.of(options.getCiphers()));
      }
    }
    return context.build();
  }
}
