/**
 * The client's connections: opening, greeting, keeping and losing them.
 *
 * <p>{@code ConnectionPool} keeps as many open as it was told, spread over the addresses, and opens
 * lost ones again after a while. A {@code ClientConnection} carries {@code Exchange}s: requests
 * that any thread hands over, and that hear of their answer, or that there will be none, on the
 * connection's event loop, just once.
 */
package dev.yardmaster.client.connection;
