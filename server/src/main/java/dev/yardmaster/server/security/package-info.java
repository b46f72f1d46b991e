/**
 * Who a client is, and what it may do. {@link dev.yardmaster.server.security.Authentication} says
 * it of a connection, once, in its handshake; {@link dev.yardmaster.server.security.TokensFile}
 * knows the principals; {@link dev.yardmaster.server.security.TlsContexts} encrypts.
 *
 * <p>Secrets stay here: no exception, log line or {@code toString} has a token, its hash, a key or
 * a password.
 */
package dev.yardmaster.server.security;
