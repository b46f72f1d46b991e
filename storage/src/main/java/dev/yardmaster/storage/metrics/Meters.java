package dev.yardmaster.storage.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Registers the meters of one source of values, all with the same tags. The registry holds only a
 * weak reference to the source.
 */
public record Meters<T>(MeterRegistry registry, T source, Tags tags) {

  /**
   * Registers a total, which only grows. The array {@code more} contains further tags, as
   * alternating names and values.
   */
  public void counter(String name, String description, ToDoubleFunction<T> value, String... more) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tags(tags.and(more))
        .register(registry);
  }

  /** Registers a total under a name that several kinds of services share. */
  public void counter(ServiceMeter shared, ToDoubleFunction<T> value, String... more) {
    counter(shared.meter(), shared.description(), value, more);
  }

  /**
   * Registers a value that can rise and fall, under a name that several kinds of services share.
   */
  public void gauge(ServiceMeter shared, ToDoubleFunction<T> value, String... more) {
    gauge(shared.meter(), shared.description(), value, more);
  }

  /** Registers a value that can rise and fall. Further tags are passed as in {@link #counter}. */
  public void gauge(String name, String description, ToDoubleFunction<T> value, String... more) {
    Gauge.builder(name, source, value)
        .description(description)
        .tags(tags.and(more))
        .register(registry);
  }

  /** Registers a total in bytes, which only grows. */
  public void counterOfBytes(String name, String description, ToDoubleFunction<T> bytes) {
    FunctionCounter.builder(name, source, bytes)
        .description(description)
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
  }

  /** Registers a value in bytes, which can rise and fall. */
  public void bytes(String name, String description, ToDoubleFunction<T> bytes) {
    Gauge.builder(name, source, bytes)
        .description(description)
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
  }

  /** Registers a time in ns. The registry converts the time to the registry's own unit. */
  public void time(String name, String description, ToDoubleFunction<T> ns) {
    TimeGauge.builder(name, source, TimeUnit.NANOSECONDS, ns)
        .description(description)
        .tags(tags)
        .register(registry);
  }
}
