package dev.yardmaster.server.admin;

/**
 * The longest waits of a connection for its client; then the server closes the connection.
 *
 * @param requestMs from the accept, or from the first byte of a later request, to the request's
 *     last byte
 * @param answerMs from the last byte of a request until the answer is written, which takes long if
 *     the client does not read
 * @param idleMs from an answer to the last byte of the next request
 */
record AdminDeadlines(long requestMs, long answerMs, long idleMs) {

  static final AdminDeadlines DEFAULT = new AdminDeadlines(5_000, 10_000, 30_000);
}
