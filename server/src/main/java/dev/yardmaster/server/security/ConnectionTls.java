package dev.yardmaster.server.security;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Encrypts the connections of a listener. This class is thread-safe. */
public final class ConnectionTls {

  private final Supplier<SslContext> context;
  private final Executor handshakes;

  /**
   * Creates the encryption of a listener.
   *
   * @param context supplies the context of each new connection; connections' threads call the
   *     supplier, so the supplier must not block
   * @param handshakes runs the expensive steps of handshakes; it must not block its caller
   */
  public ConnectionTls(Supplier<SslContext> context, Executor handshakes) {
    this.context = context;
    this.handshakes = handshakes;
  }

  /**
   * Appends the handlers that encrypt a connection and refuse its renegotiation. Call this method
   * on the connection's event loop.
   *
   * @param handshakeTimeoutMs the maximum duration of a handshake, in ms, after which the
   *     connection is closed
   */
  public void addTo(Channel connection, long handshakeTimeoutMs) {
    SslHandler tls = context.get().newHandler(connection.alloc(), handshakes);
    tls.setHandshakeTimeoutMillis(handshakeTimeoutMs);
    RenegotiationGuard guard =
        new RenegotiationGuard(
            tls.handshakeFuture(), () -> tls.engine().getSession().getProtocol());
    connection.pipeline().addLast(guard, tls);
  }
}
