package dev.yardmaster.storage.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one source of values, all with the same tags. The registry does not keep the source
 * from being garbage-collected.
 */
public record Meters<T>(MeterRegistry registry, T source, Tags tags) {

  /**
   * Registers a value that only grows. The array {@code more} contains the names and values of
   * further tags alternately.
   */
  public void counter(String name, String description, ToDoubleFunction<T> value, String... more) {
    FunctionCounter.builder(name, source, value)
        .description(description)
        .tags(tags.and(more))
        .register(registry);
  }

  /**
   * Registers a value that rises and falls. Further tags are passed in the same way as to {@link
   * #counter}.
   */
  public void gauge(String name, String description, ToDoubleFunction<T> value, String... more) {
    Gauge.builder(name, source, value)
        .description(description)
        .tags(tags.and(more))
        .register(registry);
  }

  /** Registers a number of bytes that only grows. */
  public void counterOfBytes(String name, String description, ToDoubleFunction<T> bytes) {
    FunctionCounter.builder(name, source, bytes)
        .description(description)
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
  }

  /** Registers a number of bytes that rises and falls. */
  public void bytes(String name, String description, ToDoubleFunction<T> bytes) {
    Gauge.builder(name, source, bytes)
        .description(description)
        .baseUnit("bytes")
        .tags(tags)
        .register(registry);
  }

  /** Registers a time in ns, which the registry shows in its own unit. */
  public void time(String name, String description, ToDoubleFunction<T> ns) {
    TimeGauge.builder(name, source, TimeUnit.NANOSECONDS, ns)
        .description(description)
        .tags(tags)
        .register(registry);
  }
}
