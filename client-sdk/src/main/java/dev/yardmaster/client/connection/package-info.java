/**
 * The connections of a client: how they are opened, greeted, kept open, and replaced after a loss.
 *
 * <p>{@code ConnectionPool} keeps the configured number of connections open, distributed over the
 * addresses, and replaces lost connections after a delay. A {@code ClientConnection} carries {@code
 * Exchange}s: requests that any thread may submit. The connection's event loop completes each
 * exchange exactly once, either with the answer or with the reason why there is no answer.
 */
package dev.yardmaster.client.connection;
