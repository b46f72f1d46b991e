package dev.yardmaster.engine;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.storage.metrics.LogMeters;
import dev.yardmaster.storage.metrics.Meters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Registers the figures of a database as Micrometer meters. A meter has the same name as the meter
 * of a service with the same meaning, and the stage {@code database}. The registry does not keep
 * the database from being garbage-collected.
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
   * Registers the meters. A table that is created later has meters after another call, which
   * registers only what is missing.
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    Meters<Database> meters = new Meters<>(registry, database, Tags.of("stage", "database"));
    bindTransactions(meters);
    bindGarbage(meters);
    new Meters<>(registry, database, Tags.empty())
        .bytes("yardmaster.data", "approximate memory of all data", Database::dataBytes);
    for (Table table : database.tables()) {
      bind(new Meters<>(registry, table, Tags.of("table", table.name())));
    }
    if (database.log() != null) {
      bindLog(registry);
    }
  }

  private DatabaseFigures figures(Database of) {
    return of.figures(clockNs.getAsLong());
  }

  private void bindTransactions(Meters<Database> meters) {
    meters.counter(
        "yardmaster.committed", "transactions that committed", of -> figures(of).committed());
    meters.counter(
        "yardmaster.attempts",
        "runs that have begun, and will be committed or discarded",
        of -> figures(of).attempts());
    meters.counter(
        "yardmaster.logic.failed",
        "transactions whose logic threw an exception",
        of -> figures(of).logicFailed());
    for (AbortCause cause : AbortCause.values()) {
      meters.counter(
          "yardmaster.aborts",
          "runs that did not commit",
          of -> figures(of).aborted().get(cause),
          "cause",
          cause.name().toLowerCase(Locale.ROOT));
    }
  }

  private void bindGarbage(Meters<Database> meters) {
    meters.gauge(
        "yardmaster.versions.old",
        "replaced versions that a transaction in progress may still read",
        of -> figures(of).oldVersions());
    meters.gauge(
        "yardmaster.records.deleted",
        "deleted records that are still in an index",
        of -> figures(of).deletedRecords());
    meters.gauge(
        "yardmaster.slots.retired",
        "slots of records that wait until no thread can reach them",
        of -> figures(of).retiredSlots());
    meters.time(
        "yardmaster.reader.longest",
        "time for which reads of the meters have found the longest transaction in progress",
        of -> figures(of).longestReaderNs());
  }

  private static void bind(Meters<Table> meters) {
    meters.gauge(
        "yardmaster.table.rows", "rows of the table", table -> (double) table.index().size());
    for (SecondaryIndex index : meters.source().indexes()) {
      meters.gauge(
          "yardmaster.index.entries",
          "entries of the secondary index",
          table -> (double) table.index(index.name()).entries().index().size(),
          "index",
          index.name());
    }
  }

  private void bindLog(MeterRegistry registry) {
    LogMeters.bind(registry, database, of -> of.log().size(), of -> of.log().checkpoints());
    new Meters<>(registry, database, Tags.empty())
        .bytes(
            "yardmaster.log.queue",
            "length of the commits that are not written to the log yet",
            of -> of.log().queuedBytes());
  }
}
