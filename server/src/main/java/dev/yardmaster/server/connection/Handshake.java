package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.Credential;
import dev.yardmaster.server.security.Identification;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Leadership;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Checks a client's hello, and creates the welcome with the server's limits. */
final class Handshake {

  private final Identification identification;
  private final ConnectionLimits limits;

  Handshake(Identification identification, ConnectionLimits limits) {
    this.identification = identification;
    this.limits = limits;
  }

  /**
   * Identifies the client.
   *
   * @param tls the connection's TLS handler; null without TLS
   * @throws YardmasterException {@link ErrorCode#UNSUPPORTED_VERSION}, or another code if the
   *     client may not connect
   */
  Credential identify(Hello hello, SslHandler tls) {
    if (Integer.compareUnsigned(hello.getOldestVersion(), WireProtocol.VERSION) > 0
        || Integer.compareUnsigned(hello.getNewestVersion(), WireProtocol.VERSION) < 0) {
      throw new YardmasterException(
          ErrorCode.UNSUPPORTED_VERSION,
          "this server speaks version " + WireProtocol.VERSION,
          "oldest",
          Integer.toUnsignedString(hello.getOldestVersion()),
          "newest",
          Integer.toUnsignedString(hello.getNewestVersion()));
    }
    return identification.identify(hello.getToken(), certificate(tls));
  }

  private static X509Certificate certificate(SslHandler tls) {
    if (tls == null) {
      return null;
    }
    try {
      return (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
    } catch (SSLPeerUnverifiedException noCertificate) {
      return null;
    }
  }

  /**
   * Creates the welcome.
   *
   * @param leadership the message that tells the client who leads; null if the server belongs to no
   *     cluster
   */
  Welcome welcome(Principal client, Leadership leadership) {
    Welcome.Builder welcome = Welcome.newBuilder();
    if (leadership != null) {
      welcome.setLeadership(leadership);
    }
    return welcome
        .setVersion(WireProtocol.VERSION)
        .setServer(limits.serverName())
        .setPrincipal(client.name())
        .addAllRoles(client.roleLabels())
        .setMaxFrameBytes(limits.maxFrameBytes())
        .setMaxInFlight(limits.maxInFlight())
        .setMaxValueBytes(limits.maxValueBytes())
        .setMaxKeys(limits.maxKeys())
        .setMaxTransactionBytes(limits.maxTransactionBytes())
        .setIdleTimeoutMs(limits.idleTimeoutMs())
        .build();
  }
}
