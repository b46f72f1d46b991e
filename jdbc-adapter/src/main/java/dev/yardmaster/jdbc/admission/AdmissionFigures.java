package dev.yardmaster.jdbc.admission;

/**
 * The counts of an admission and its present state.
 *
 * @param admitted the number of transactions that were admitted, immediately or after a wait
 * @param waited the number of admitted transactions that waited
 * @param passed the number of transactions that were not scheduled: they exceeded the maximum wait,
 *     found the queue full, belonged to a thread with another open transaction, or named their
 *     first row while they ran
 * @param cancelled the number of waits that were cancelled or exceeded the statement's own timeout
 * @param queued the number of waiting transactions
 * @param running the number of running transactions that were admitted
 * @param scheduledClasses the number of classes of transactions that are scheduled at the moment
 * @param trials the number of trials of scheduling, in all classes that are known at the moment
 * @param leased the number of transactions that got a lease of their hot rows from the coordinator
 * @param unleased the number of transactions on hot rows that went on without a lease
 */
public record AdmissionFigures(
    long admitted,
    long waited,
    long passed,
    long cancelled,
    int queued,
    int running,
    int scheduledClasses,
    long trials,
    long leased,
    long unleased) {

  /** Returns these figures with the counts of leases. */
  AdmissionFigures withLeases(long granted, long without) {
    return new AdmissionFigures(
        admitted,
        waited,
        passed,
        cancelled,
        queued,
        running,
        scheduledClasses,
        trials,
        granted,
        without);
  }
}
