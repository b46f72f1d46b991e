/**
 * The client's connections: opening, greeting, keeping and losing them.
 *
 * <p>{@code ConnectionPool} keeps the configured number of connections open, distributed over the
 * addresses, and reopens lost ones after a delay. A {@code ClientConnection} carries {@code
 * Exchange}s: requests that any thread submits. The connection's event loop calls each exchange
 * exactly once, with its answer or with the reason why there will be none.
 */
package dev.yardmaster.client.connection;
