/**
 * The server's side of one client's connection, from the first byte to the last byte.
 *
 * <p>{@code ServerConnection} is a handler behind Netty's frame decoder. The event loop of a
 * connection owns the connection's state; other threads use only the {@code Outbox}. The service's
 * threads add answers to the {@code Outbox}, and the event loop writes all answers that are ready
 * into one frame. {@code FrameTurns} reads the frames, {@code ConnectedClient} limits the client's
 * requests, {@code Requests} translates the requests into calls of the service, and {@code
 * OpenTransactions} holds the interactive transactions. All connections share {@code Connections}
 * and {@code ClientLoads}.
 *
 * <p>Three rules bound the memory. The decoder checks a frame's length before it allocates memory.
 * The server reads no more from a connection with the maximum number of unanswered requests. The
 * server does not read from a client that does not read its answers. If one request fails, its
 * answer is the error. If a client violates the protocol, the server sends the reason and ends the
 * connection.
 */
package dev.yardmaster.server.connection;
