package dev.yardmaster.server.admin;

import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.server.live.LiveFigures;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The meters of {@code /metrics}: the meters of Yardmaster, of the JVM and of the process. */
public final class AdminMeters {

  private AdminMeters() {}

  /**
   * Adds all meters to a registry.
   *
   * @return an object that closes the meters; the caller closes it when the registry is no longer
   *     used
   */
  public static AutoCloseable bind(
      PrometheusMeterRegistry registry, ServerBackEnd backEnd, LiveFigures live, Audit audit) {
    live.bindTo(registry);
    FunctionCounter.builder("yardmaster.audit.lost", audit, Audit::lost)
        .description("events that could not be written to the audit log")
        .register(registry);
    JvmGcMetrics collections = new JvmGcMetrics();
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    // The back end is last, because it may add and remove meters as soon as it has the registry.
    backEnd.bindTo(registry);
    return collections;
  }
}
