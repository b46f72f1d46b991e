/**
 * What the server does with one client's connection, from its first byte to its last.
 *
 * <p>{@code ServerConnection} is a handler behind Netty's own frame decoder. Its state belongs to
 * the connection's event loop; only {@code Outbox} is reached from elsewhere: the service's threads
 * put their answers there, and the event loop writes all that are ready into one frame. {@code
 * Requests} turns messages into calls of the service, {@code OpenTransactions} keeps the
 * interactive ones.
 *
 * <p>What holds memory is bounded: a frame's length is checked before anything is allocated, a
 * connection has at most so many requests unanswered and reads no further then, and who does not
 * read its answers is not read from either. Errors of one request are its answer; what is not of
 * the protocol ends the connection, with a reason.
 */
package dev.yardmaster.server.connection;
