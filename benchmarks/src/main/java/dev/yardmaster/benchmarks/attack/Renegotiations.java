package dev.yardmaster.benchmarks.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Makes full TLS 1.2 handshakes, and asks for a second handshake on each connection. */
final class Renegotiations implements PacedAttack.Lane {

  private static final int TIMEOUT_MS = 5_000;

  private final AttackTarget target;
  private final SSLContext tls;

  Renegotiations(AttackTarget target) {
    this.target = target;
    try (var certificate = Files.newInputStream(target.trust())) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      // No session is resumed, so each handshake has its full cost.
      tls.getClientSessionContext().setSessionTimeout(1);
      tls.getClientSessionContext().setSessionCacheSize(1);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("the server's certificate cannot be used", e);
    }
  }

  @Override
  public void act() throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), target.port())) {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      socket.getSession().invalidate();
      socket.startHandshake();
      while (socket.getInputStream().read() >= 0) {
        // The server closes the connection.
      }
    }
  }

  @Override
  public void close() {
    // Each act closes its connection.
  }
}
