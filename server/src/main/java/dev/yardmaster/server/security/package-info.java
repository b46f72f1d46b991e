/**
 * Identification of clients, and their rights. {@link
 * dev.yardmaster.server.security.Authentication} identifies a client once, in the handshake of its
 * connection. {@link dev.yardmaster.server.security.TokensFile} contains the principals. {@link
 * dev.yardmaster.server.security.ReloadedTls} encrypts connections.
 *
 * <p>Secrets do not leave this package: no exception, log line or {@code toString} contains a
 * token, its hash, a key or a password.
 */
package dev.yardmaster.server.security;
