package dev.yardmaster.storage.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/** Registers the meters for the memory that a service's data occupies. */
public final class DataMeters {

  private DataMeters() {}

  /**
   * Registers the meters.
   *
   * @param limit the source of the values; the registry holds only a weak reference to it
   */
  public static <T> void bind(
      MeterRegistry registry, T limit, ToDoubleFunction<T> bytes, ToDoubleFunction<T> maxBytes) {
    Meters<T> meters = new Meters<>(registry, limit, Tags.empty());
    meters.bytes("yardmaster.data", "approximate memory of all data", bytes);
    meters.bytes(
        "yardmaster.data.limit", "memory of all data at which writes are refused", maxBytes);
  }
}
