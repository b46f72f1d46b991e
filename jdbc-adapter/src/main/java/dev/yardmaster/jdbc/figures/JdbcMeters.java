package dev.yardmaster.jdbc.figures;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Registers the figures of all {@link ScheduledDatabases} as Micrometer meters, whose names begin
 * with {@code yardmaster.jdbc.}, with the tag {@code database}. The meters of a database that is
 * added later are registered at that time. The meters of a closed DataSource are removed.
 *
 * <pre>{@code
 * new JdbcMeters().bindTo(registry);
 * }</pre>
 *
 * <p>Micrometer is an optional dependency: only this class and {@link JdbcObservations} need it.
 */
public final class JdbcMeters implements MeterBinder {
  /**
   * The SQLStates of conflicts. All other SQLStates share a meter, so that the number of tag values
   * is bounded.
   */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  /** Creates the binder. */
  public JdbcMeters() {}

  @Override
  public void bindTo(MeterRegistry registry) {
    ScheduledDatabases.listen(new InRegistry(registry));
  }

  /**
   * Registers the meters of all databases in one registry. The listener does not prevent the
   * garbage collection of the registry.
   */
  private static final class InRegistry implements DatabaseListener {
    private final WeakReference<MeterRegistry> registry;
    private final Map<String, List<Meter>> byDatabase = new HashMap<>();

    InRegistry(MeterRegistry registry) {
      this.registry = new WeakReference<>(registry);
    }

    @Override
    public void added(String name, ScheduledDatabase database) {
      MeterRegistry present = registry.get();
      if (present != null) {
        byDatabase.put(name, new OfDatabase(present, name, database).bind());
      }
    }

    @Override
    public void removed(String name) {
      MeterRegistry present = registry.get();
      List<Meter> meters = byDatabase.remove(name);
      if (present != null && meters != null) {
        meters.forEach(present::remove);
      }
    }
  }

  /**
   * Registers the meters of one database. The registry holds only a weak reference to the database.
   */
  private static final class OfDatabase {
    private final MeterRegistry registry;
    private final String name;
    private final ScheduledDatabase database;
    private final List<Meter> meters = new ArrayList<>();

    OfDatabase(MeterRegistry registry, String name, ScheduledDatabase database) {
      this.registry = registry;
      this.name = name;
      this.database = database;
    }

    List<Meter> bind() {
      counter("committed", "transactions that committed", DatabaseFigures::committed);
      counter("rolled.back", "transactions that the application rolled back", f -> f.rolledBack());
      for (String state : CONFLICTS) {
        aborts(state, figures -> figures.abortsBySqlState().getOrDefault(state, 0L));
      }
      aborts("other", JdbcMeters::otherAborts);
      for (PassReason reason : PassReason.values()) {
        counter(
            "passed",
            "transactions that ran without their turn",
            figures -> figures.passed().getOrDefault(reason, 0L),
            "reason",
            reason.label());
      }
      counter("cancelled", "waits that were cancelled", DatabaseFigures::cancelled);
      counter("trials", "trials of scheduling", DatabaseFigures::trials);
      counter("leased", "transactions that got a lease", DatabaseFigures::leased);
      counter("unleased", "transactions that went on without a lease", DatabaseFigures::unleased);
      meters.add(
          FunctionTimer.builder(
                  "yardmaster.jdbc.waits",
                  database,
                  of -> of.figures().waits(),
                  of -> of.figures().waitedNs(),
                  TimeUnit.NANOSECONDS)
              .description("waits of transactions for their turn")
              .tag("database", name)
              .register(registry));
      meters.add(
          TimeGauge.builder(
                  "yardmaster.jdbc.longest.wait",
                  database,
                  TimeUnit.NANOSECONDS,
                  of -> of.figures().longestWaitNs())
              .description("longest wait since the start")
              .tag("database", name)
              .register(registry));
      gauge("queued", "transactions that wait for their turn", DatabaseFigures::queued);
      gauge("running", "transactions that were admitted and run", DatabaseFigures::running);
      gauge(
          "scheduled.classes",
          "classes of transactions that are scheduled",
          DatabaseFigures::scheduledClasses);
      gauge("on", "1 if scheduling is switched on, otherwise 0", f -> f.isOn() ? 1 : 0);
      return meters;
    }

    private void aborts(String state, ToDoubleFunction<DatabaseFigures> value) {
      counter(
          "aborts", "transactions that an error of the database ended", value, "sqlstate", state);
    }

    private void counter(
        String meter, String meaning, ToDoubleFunction<DatabaseFigures> value, String... tags) {
      meters.add(
          FunctionCounter.builder(
                  "yardmaster.jdbc." + meter, database, of -> value.applyAsDouble(of.figures()))
              .description(meaning)
              .tags(tags)
              .tag("database", name)
              .register(registry));
    }

    private void gauge(String meter, String meaning, ToDoubleFunction<DatabaseFigures> value) {
      meters.add(
          Gauge.builder(
                  "yardmaster.jdbc." + meter, database, of -> value.applyAsDouble(of.figures()))
              .description(meaning)
              .tag("database", name)
              .register(registry));
    }
  }

  private static double otherAborts(DatabaseFigures figures) {
    return figures.abortsBySqlState().entrySet().stream()
        .filter(entry -> !CONFLICTS.contains(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
