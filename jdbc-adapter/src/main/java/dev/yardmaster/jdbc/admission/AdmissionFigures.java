package dev.yardmaster.jdbc.admission;

/**
 * The counts of an admission and its present state.
 *
 * @param admitted the number of transactions that were admitted, immediately or after a wait
 * @param waited the number of admitted transactions that waited
 * @param passed the number of transactions that started without their turn. Such a transaction
 *     exceeded the maximum wait, found the queue full, belonged to a thread with another open
 *     transaction, named its first row while it ran, or was waiting when scheduling was switched
 *     off
 * @param cancelled the number of waits that were cancelled or exceeded the statement's own timeout
 * @param queued the number of waiting transactions
 * @param running the number of running transactions that were admitted
 */
record AdmissionFigures(
    long admitted, long waited, long passed, long cancelled, int queued, int running) {}
