package dev.yardmaster.jdbc.admission;

/**
 * What an admission has done so far.
 *
 * @param admitted transactions that had a turn, at once or after a wait
 * @param waited those of them that had to wait
 * @param passed transactions that passed through because they had waited for too long, found no
 *     room, belong to a thread that has another one open, or told of a row only when they ran
 * @param cancelled waits that were cancelled or ran into the statement's own timeout
 * @param queued transactions that wait now
 * @param running transactions that run now
 */
public record AdmissionFigures(
    long admitted, long waited, long passed, long cancelled, int queued, int running) {}
