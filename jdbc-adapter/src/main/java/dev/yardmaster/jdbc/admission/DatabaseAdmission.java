package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.trials.TunerPace;
import org.agrona.concurrent.NanoClock;

/** The state that all sessions of one database share. This class is thread-safe. */
final class DatabaseAdmission {
  private final Admission admission;
  private final TransactionClasses classes;
  private final FailureClassifier classifier = FailureClassifier.standard();
  private final NanoClock clock;

  /** Decides which classes are scheduled; null if all classes are always scheduled. */
  private final AdmissionTrials trials;

  /** Creates the state of a database without transactions. */
  DatabaseAdmission(AdmissionConfig config, TunerPace pace, NanoClock clock) {
    long maxWaitNs = config.maxWait().toNanos();
    admission = new Admission(config, clock);
    classes = new TransactionClasses(() -> new TransactionClass(config.always(), maxWaitNs));
    trials =
        config.always() ? null : new AdmissionTrials(classes, maxWaitNs, pace, clock.nanoTime());
    this.clock = clock;
  }

  Admission admission() {
    return admission;
  }

  TransactionClasses classes() {
    return classes;
  }

  FailureClassifier classifier() {
    return classifier;
  }

  NanoClock clock() {
    return clock;
  }

  /** Is called at the end of each transaction of a class. */
  void transactionEnded(long nowNs) {
    if (trials != null) {
      trials.transactionEnded(nowNs);
    }
  }

  AdmissionFigures figures() {
    int scheduled = 0;
    for (TransactionClass each : classes.all()) {
      scheduled += each.isScheduled() ? 1 : 0;
    }
    return admission.figures(scheduled, trials == null ? 0 : trials.begun());
  }
}
