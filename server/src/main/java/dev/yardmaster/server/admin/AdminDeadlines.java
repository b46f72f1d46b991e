package dev.yardmaster.server.admin;

/**
 * The longest times for which a connection waits for its client before the server closes the
 * connection.
 *
 * @param requestMs the time from the accept, or from the first byte of a later request, to the
 *     request's last byte
 * @param answerMs the time from the last byte of a request until the answer is written; a client
 *     that does not read delays the write
 * @param idleMs the time from an answer to the last byte of the next request
 */
record AdminDeadlines(long requestMs, long answerMs, long idleMs) {

  static final AdminDeadlines DEFAULT = new AdminDeadlines(5_000, 10_000, 30_000);
}
