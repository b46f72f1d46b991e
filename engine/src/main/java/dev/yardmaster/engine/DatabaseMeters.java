package dev.yardmaster.engine;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.engine.durable.TableLog;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.storage.metrics.LogMeters;
import dev.yardmaster.storage.metrics.Meters;
import dev.yardmaster.storage.metrics.ServiceMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Registers the figures of a database as Micrometer meters. A meter has the same name as the meter
 * of a service with the same meaning; its tag {@code stage} is {@code database}. The registry does
 * not prevent the garbage collection of the database.
 */
public final class DatabaseMeters implements MeterBinder {

  private final Database database;
  private final LongSupplier clockNs;

  /**
   * Creates the binder.
   *
   * @param clockNs a clock in ns with any origin, such as {@code System::nanoTime}; any thread may
   *     read it
   */
  public DatabaseMeters(Database database, LongSupplier clockNs) {
    this.database = database;
    this.clockNs = clockNs;
  }

  /**
   * Registers the meters. A table that is created later has no meters until this method is called
   * again. A further call registers only the missing meters. The meters of a table belong to the
   * table's name: after a drop they are 0, until a new table with the same name exists.
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    Meters<Database> meters = new Meters<>(registry, database, Tags.of("stage", "database"));
    bindTransactions(meters);
    bindGarbage(meters);
    new Meters<>(registry, database, Tags.empty())
        .bytes("yardmaster.data", "approximate memory of all data", Database::dataBytes);
    for (Table table : database.tables()) {
      bind(new Meters<>(registry, database, Tags.of("table", table.name())), table);
    }
    if (database.log() != null) {
      bindLog(registry);
    }
  }

  /**
   * Returns a function for a meter. The registry keeps the function. The function must not refer to
   * this object, because this object would keep the database alive.
   */
  private ToDoubleFunction<Database> figure(ToDoubleFunction<DatabaseFigures> which) {
    LongSupplier clock = clockNs;
    return of -> which.applyAsDouble(of.figures(clock.getAsLong()));
  }

  private void bindTransactions(Meters<Database> meters) {
    meters.counter(ServiceMeter.COMMITTED, figure(DatabaseFigures::committed));
    meters.counter(
        "yardmaster.attempts",
        "runs that have begun, and will be committed or discarded",
        figure(DatabaseFigures::attempts));
    meters.counter(ServiceMeter.LOGIC_FAILED, figure(DatabaseFigures::logicFailed));
    for (AbortCause cause : AbortCause.values()) {
      meters.counter(
          ServiceMeter.ABORTS,
          figure(figures -> figures.aborted().get(cause)),
          "cause",
          cause.name().toLowerCase(Locale.ROOT));
    }
  }

  private void bindGarbage(Meters<Database> meters) {
    meters.gauge(
        "yardmaster.versions.old",
        "replaced versions that a transaction in progress may still read",
        figure(DatabaseFigures::oldVersions));
    meters.gauge(
        "yardmaster.records.deleted",
        "deleted records that are still in an index",
        figure(DatabaseFigures::deletedRecords));
    meters.gauge(
        "yardmaster.slots.retired",
        "slots of records that wait until no thread can reach them",
        figure(DatabaseFigures::retiredSlots));
    meters.time(
        "yardmaster.reader.longest",
        "time for which reads of the meters have found the longest transaction in progress",
        figure(DatabaseFigures::longestReaderNs));
  }

  private static void bind(Meters<Database> meters, Table table) {
    String name = table.name();
    meters.gauge("yardmaster.table.rows", "rows of the table", of -> rows(of, name));
    for (SecondaryIndex one : table.indexes()) {
      String index = one.name();
      meters.gauge(
          "yardmaster.index.entries",
          "entries of the secondary index",
          of -> entries(of, name, index),
          "index",
          index);
    }
  }

  private static double rows(Database of, String name) {
    Table table = of.table(name);
    return table == null ? 0 : table.index().size();
  }

  private static double entries(Database of, String name, String index) {
    Table table = of.table(name);
    return table == null
        ? 0
        : table.indexes().stream()
            .filter(one -> one.name().equals(index))
            .mapToDouble(one -> one.entries().index().size())
            .sum();
  }

  private void bindLog(MeterRegistry registry) {
    LogMeters.bind(registry, database, of -> logOf(of).size(), of -> logOf(of).checkpoints());
    new Meters<>(registry, database, Tags.empty())
        .bytes(
            "yardmaster.log.queue",
            "length of the commits that are not written to the log yet",
            of -> logOf(of).queuedBytes());
  }

  private static TableLog logOf(Database durable) {
    return Objects.requireNonNull(durable.log());
  }
}
