package dev.yardmaster.processor;

import dev.yardmaster.service.DataLimit;
import dev.yardmaster.storage.metrics.Meters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** Registers the meters for the memory that a service's data occupies. */
public final class DataMeters {

  private DataMeters() {}

  /**
   * Registers the meters.
   *
   * @param limit the source of the values; the registry holds only a weak reference to it
   */
  public static void bind(MeterRegistry registry, DataLimit limit) {
    Meters<DataLimit> meters = new Meters<>(registry, limit, Tags.empty());
    meters.bytes("yardmaster.data", "approximate memory of all data", DataLimit::bytes);
    meters.bytes(
        "yardmaster.data.limit",
        "memory of all data at which writes are refused",
        DataLimit::maxBytes);
  }
}
