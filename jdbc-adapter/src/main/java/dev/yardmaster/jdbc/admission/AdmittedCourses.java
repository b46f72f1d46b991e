package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.security.SecureRandom;
import java.sql.Connection;
import org.agrona.concurrent.NanoClock;

/**
 * The courses of one database's connections, all through the same admission. The keys of its tables
 * are read over the first connection. Any thread.
 */
public final class AdmittedCourses implements CourseSource {
  private final Admission admission;
  private final KeyColumns declared;
  private final Predictions predictions = new Predictions();
  private final FailureClassifier classifier = FailureClassifier.standard();
  private volatile StatementTemplates templates;

  /** Nobody is let in so far. */
  public AdmittedCourses(AdmissionSettings settings, NanoClock clock) {
    admission = new Admission(settings.config(), clock);
    declared = settings.keys();
  }

  @Override
  public Course course(Connection vendor) {
    return new ConnectionCourse(admission, templates(vendor), predictions, classifier);
  }

  private StatementTemplates templates(Connection vendor) {
    StatementTemplates known = templates;
    if (known != null) {
      return known;
    }
    synchronized (this) {
      if (templates == null) {
        SecureRandom secret = new SecureRandom();
        RowHash hash = new RowHash(secret.nextLong(), secret.nextLong());
        templates = new StatementTemplates(declared.or(KeyColumns.read(vendor)), hash);
      }
      return templates;
    }
  }

  /** What has been done so far. */
  public AdmissionFigures figures() {
    return admission.figures();
  }
}
