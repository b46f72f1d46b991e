package dev.yardmaster.jdbc.admission;

/**
 * The counts of an admission and its present state.
 *
 * @param admitted the number of transactions that were admitted, at once or after a wait
 * @param waited the number of admitted transactions that waited
 * @param passed the number of transactions that were not scheduled: they exceeded the maximum wait,
 *     found the queue full, belong to a thread with another open transaction, or named their first
 *     row while they ran
 * @param cancelled the number of waits that were cancelled or exceeded the statement's own timeout
 * @param queued the number of waiting transactions
 * @param running the number of running transactions
 */
public record AdmissionFigures(
    long admitted, long waited, long passed, long cancelled, int queued, int running) {}
