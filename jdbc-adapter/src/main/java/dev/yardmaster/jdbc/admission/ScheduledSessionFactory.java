package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.CoordinatorConfig;
import dev.yardmaster.jdbc.figures.ScheduledDatabase;
import dev.yardmaster.jdbc.sql.BackgroundParser;
import dev.yardmaster.jdbc.sql.DatabaseTemplates;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import java.sql.Connection;
import java.sql.SQLException;
import org.agrona.concurrent.NanoClock;

/**
 * Creates the sessions of one database's connections. All sessions share one admission. The factory
 * reads the keys of the tables over the first connection. This class is thread-safe.
 */
public final class ScheduledSessionFactory implements SessionFactory, AutoCloseable {
  private final DatabaseAdmission database;
  private final DatabaseTemplates templates;

  /**
   * Creates a factory with an empty admission.
   *
   * @param coordinator the coordinator of several processes; null for none
   */
  ScheduledSessionFactory(
      AdmissionConfig config,
      WatchConfig watched,
      CoordinatorConfig coordinator,
      KeyColumns declared,
      NanoClock clock) {
    database =
        new DatabaseAdmission(
            config,
            watched,
            coordinator == null ? null : new Coordinator(coordinator, clock),
            AdmissionTrials.PACE,
            clock);
    RowHash hash =
        coordinator == null
            ? RowHash.secret()
            : RowHash.shared(coordinator.database(), coordinator.token());
    templates = new DatabaseTemplates(declared, hash, BackgroundParser.executor());
  }

  @Override
  public AdmissionSession session(Connection vendor) throws SQLException {
    // Databases with PostgreSQL's protocol abort a transaction at the first error. The drivers of
    // such databases return this name without a round trip.
    boolean abortsOnError = "PostgreSQL".equals(vendor.getMetaData().getDatabaseProductName());
    database.watch().show();
    return new ScheduledSession(
        database, templates.get(() -> KeyColumns.read(vendor)), abortsOnError);
  }

  /** Returns the database's figures, switch and advisor. */
  public ScheduledDatabase scheduled() {
    return database.watch();
  }

  /** Removes the database from JMX and from meters. */
  @Override
  public void close() {
    database.watch().close();
  }
}
