package dev.yardmaster.replication.ratis;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.metrics.LongCounter;
import org.apache.ratis.metrics.MetricRegistries;
import org.apache.ratis.metrics.MetricRegistryInfo;
import org.apache.ratis.metrics.RatisMetricRegistry;
import org.apache.ratis.metrics.Timekeeper;
import org.apache.ratis.util.TimeDuration;

/**
 * Metrics that record nothing. Ratis does not run without an implementation, and loads this one.
 */
public final class NoMetrics extends MetricRegistries {

  private static final Timekeeper TIMER = () -> () -> 0;

  private static final LongCounter COUNTER =
      new LongCounter() {
        @Override
        public void inc(long n) {}

        @Override
        public void dec(long n) {}

        @Override
        public long getCount() {
          return 0;
        }
      };

  private record Registry(MetricRegistryInfo info) implements RatisMetricRegistry {

    @Override
    public Timekeeper timer(String name) {
      return TIMER;
    }

    @Override
    public LongCounter counter(String name) {
      return COUNTER;
    }

    @Override
    public boolean remove(String name) {
      return false;
    }

    @Override
    public <T> void gauge(String name, Supplier<Supplier<T>> gauge) {}

    @Override
    public MetricRegistryInfo getMetricRegistryInfo() {
      return info;
    }
  }

  @Override
  public void clear() {}

  @Override
  public RatisMetricRegistry create(MetricRegistryInfo info) {
    return new Registry(info);
  }

  @Override
  public boolean remove(MetricRegistryInfo info) {
    return false;
  }

  @Override
  public Optional<RatisMetricRegistry> get(MetricRegistryInfo info) {
    return Optional.empty();
  }

  @Override
  public Set<MetricRegistryInfo> getMetricRegistryInfos() {
    return Set.of();
  }

  @Override
  public Collection<RatisMetricRegistry> getMetricRegistries() {
    return List.of();
  }

  @Override
  public void addReporterRegistration(
      Consumer<RatisMetricRegistry> reporter, Consumer<RatisMetricRegistry> stopReporter) {}

  @Override
  public void enableJmxReporter() {}

  @Override
  public void enableConsoleReporter(TimeDuration rate) {}
}
