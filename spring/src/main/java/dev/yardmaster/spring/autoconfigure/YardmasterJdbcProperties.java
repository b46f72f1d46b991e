package dev.yardmaster.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the JDBC adapter.
 *
 * @param wrap Whether conflicting transactions on the application's DataSource beans wait for each
 *     other.
 * @param dataSources Names of the DataSource beans to wrap; all by default.
 * @param settings Settings of the wrapped DataSources, by their names without the prefix
 *     yardmaster, for example max-wait-ms.
 * @param retry the settings of {@link dev.yardmaster.spring.RetryOnConflict}
 */
@ConfigurationProperties("yardmaster.jdbc")
public record YardmasterJdbcProperties(
    @DefaultValue("false") boolean wrap,
    @DefaultValue List<String> dataSources,
    @DefaultValue Map<String, String> settings,
    @DefaultValue Retry retry) {

  /**
   * The settings of retries.
   *
   * @param maxAttempts Maximum number of runs of a method.
   * @param deadline Time after the call during which a method may run again.
   * @param pause Longest pause before the second run. The pause is random, and its maximum doubles
   *     for each further run.
   * @param maxPause Upper bound of all pauses.
   */
  public record Retry(
      @Nullable Integer maxAttempts,
      @Nullable Duration deadline,
      @Nullable Duration pause,
      @Nullable Duration maxPause) {}
}
