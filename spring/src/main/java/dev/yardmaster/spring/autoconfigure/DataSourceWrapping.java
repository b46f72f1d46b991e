package dev.yardmaster.spring.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.YardmasterDataSource;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Wraps DataSource beans, including connection pools, in a {@link YardmasterDataSource}. Beans that
 * only forward calls to other DataSources are not wrapped, because the other DataSources are
 * wrapped themselves.
 */
final class DataSourceWrapping
    implements DestructionAwareBeanPostProcessor, SmartInitializingSingleton {

  private static final Logger LOG = LoggerFactory.getLogger(DataSourceWrapping.class);

  /** The prefix of the settings' names. */
  private static final String PREFIX = "yardmaster.";

  private final YardmasterJdbcProperties properties;
  private final BeanFactory beans;

  /** The wrappers by the names of their beans. */
  @Shared(
      writers = "threads that create or destroy beans",
      readers = "the same",
      access = "concurrent map")
  private final Map<String, YardmasterDataSource> wrappers = new ConcurrentHashMap<>();

  DataSourceWrapping(YardmasterJdbcProperties properties, BeanFactory beans) {
    this.properties = properties;
    this.beans = beans;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (!(bean instanceof DataSource dataSource) || !isToBeWrapped(dataSource, name)) {
      return bean;
    }
    Properties settings = new Properties();
    properties.settings().forEach((key, value) -> settings.setProperty(PREFIX + key, value));
    YardmasterDataSource wrapper = YardmasterDataSource.wrap(dataSource, settings);
    wrappers.put(name, wrapper);
    LOG.info("conflicting transactions wait for each other: dataSource={}", name);
    return wrapper;
  }

  private boolean isToBeWrapped(DataSource dataSource, String name) {
    if (!properties.dataSources().isEmpty()) {
      return properties.dataSources().contains(name) && !isScheduled(dataSource);
    }
    return !(dataSource instanceof XADataSource)
        && !(dataSource instanceof DelegatingDataSource)
        && !(dataSource instanceof AbstractRoutingDataSource)
        && !isScheduled(dataSource);
  }

  /**
   * Returns whether this DataSource already schedules its transactions, so that it needs no
   * wrapper.
   */
  private static boolean isScheduled(DataSource dataSource) {
    if (dataSource instanceof HikariDataSource pool
        && pool.getJdbcUrl() != null
        && pool.getJdbcUrl().startsWith("jdbc:yardmaster:")) {
      return true;
    }
    try {
      return dataSource.isWrapperFor(YardmasterDataSource.class);
    } catch (SQLException failure) {
      throw new IllegalStateException(
          "the DataSource does not say what it wraps: dataSource=" + dataSource, failure);
    }
  }

  /**
   * Checks the configured names of DataSources.
   *
   * @throws InvalidConfigurationPropertyValueException if a name is not the name of a bean
   */
  @Override
  public void afterSingletonsInstantiated() {
    for (String name : properties.dataSources()) {
      if (!beans.containsBean(name)) {
        throw new InvalidConfigurationPropertyValueException(
            "yardmaster.jdbc.data-sources", name, "There is no bean of this name.");
      }
    }
  }

  @Override
  public boolean requiresDestruction(Object bean) {
    return bean instanceof DataSource;
  }

  /** Closes the wrapper of a bean before Spring closes the bean. */
  @Override
  public void postProcessBeforeDestruction(Object bean, String name) {
    YardmasterDataSource wrapper = wrappers.remove(name);
    if (wrapper != null) {
      try {
        wrapper.close();
      } catch (SQLException failure) {
        LOG.warn("the DataSource was not closed: dataSource={}", name, failure);
      }
    }
  }
}
