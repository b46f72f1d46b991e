package dev.yardmaster.jdbc.admission;

/**
 * The counts of an admission and its present state.
 *
 * @param admitted transactions that were admitted, at once or after a wait
 * @param waited admitted transactions that waited
 * @param passed transactions that were not scheduled: they exceeded the maximum wait, found the
 *     queue full, belong to a thread with another open transaction, or named their first row while
 *     they ran
 * @param cancelled waits that were cancelled or exceeded the statement's own timeout
 * @param queued transactions that wait
 * @param running transactions that run
 */
public record AdmissionFigures(
    long admitted, long waited, long passed, long cancelled, int queued, int running) {}
