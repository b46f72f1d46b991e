package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.sql.DatabaseTemplates;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import java.sql.Connection;
import org.agrona.concurrent.NanoClock;

/**
 * Creates the sessions of one database's connections. All sessions share one admission. The factory
 * reads the keys of the tables over the first connection. This class is thread-safe.
 */
public final class ScheduledSessionFactory implements SessionFactory {
  private final Admission admission;
  private final DatabaseTemplates templates;
  private final Predictions predictions = new Predictions();
  private final FailureClassifier classifier = FailureClassifier.standard();

  /** Creates a factory with an empty admission. */
  ScheduledSessionFactory(AdmissionConfig config, KeyColumns declared, NanoClock clock) {
    admission = new Admission(config, clock);
    templates = new DatabaseTemplates(declared, RowHash.secret());
  }

  @Override
  public AdmissionSession session(Connection vendor) {
    return new ScheduledSession(
        admission, templates.get(() -> KeyColumns.read(vendor)), predictions, classifier);
  }

  /** Returns the figures of the admission. */
  public AdmissionFigures figures() {
    return admission.figures();
  }
}
