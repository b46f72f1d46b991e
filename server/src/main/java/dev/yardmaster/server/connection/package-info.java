/**
 * The server's side of one client's connection, from its first byte to its last.
 *
 * <p>{@code ServerConnection} is a handler behind Netty's frame decoder. The connection's event
 * loop owns its state; other threads reach only the {@code Outbox}: the service's threads add their
 * answers, and the event loop writes all answers that are ready into one frame. {@code Requests}
 * translates messages into calls of the service, and {@code OpenTransactions} holds the interactive
 * transactions.
 *
 * <p>Memory is bounded: the decoder checks a frame's length before it allocates anything; a
 * connection with the maximum of unanswered requests reads no further; and the server does not read
 * from a client that does not read its answers. An error of one request is that request's answer. A
 * violation of the protocol ends the connection with a reason.
 */
package dev.yardmaster.server.connection;
