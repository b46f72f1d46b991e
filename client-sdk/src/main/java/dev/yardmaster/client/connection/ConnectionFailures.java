package dev.yardmaster.client.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Translates the cause of a connection's end into the error for the connection's requests. */
final class ConnectionFailures {

  private ConnectionFailures() {}

  /** Returns the error of a TLS handshake that has failed at the client. */
  static YardmasterException ofHandshake(Throwable cause) {
    return error(isDenied(cause), "the TLS handshake failed", cause);
  }

  /**
   * Returns the error of a connection that has failed.
   *
   * @param isGreeted whether the server had greeted the client
   */
  static YardmasterException of(Throwable thrown, boolean isGreeted) {
    // With TLS 1.3, a server may refuse a certificate after the client has completed its part of
    // the handshake.
    boolean denied =
        !isGreeted
            && thrown instanceof DecoderException
            && thrown.getCause() instanceof SSLHandshakeException handshake
            && isDenied(handshake);
    return error(denied, denied ? "the TLS handshake failed" : "the connection failed", thrown);
  }

  private static YardmasterException error(boolean denied, String text, Throwable cause) {
    return new YardmasterException(
        denied ? ErrorCode.UNAUTHENTICATED : ErrorCode.UNAVAILABLE,
        text,
        cause,
        "reason",
        String.valueOf(cause.getMessage()));
  }

  /**
   * Returns whether a handshake failed because of the certificates, rather than because of the
   * network.
   */
  private static boolean isDenied(Throwable cause) {
    return cause instanceof SSLException
        && !(cause instanceof SslHandshakeTimeoutException)
        && !(cause.getCause() instanceof ClosedChannelException);
  }
}
