package dev.yardmaster.benchmarks.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Makes full TLS 1.2 handshakes, and requests a second handshake on each connection. */
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
      // The client resumes no session, so each handshake has its full cost.
      tls.getClientSessionContext().setSessionTimeout(1);
      tls.getClientSessionContext().setSessionCacheSize(1);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("the server's certificate cannot be used", e);
    }
  }

  @Override
  public Reaction act() throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), target.port())) {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      byte[] first = socket.getSession().getId();
      socket.getSession().invalidate();
      return isClosedOnRenegotiation(socket, first) ? Reaction.REFUSED : Reaction.ACCEPTED;
    }
  }

  /**
   * Requests a second handshake. Returns whether the server closes the connection.
   *
   * @throws IOException if the second handshake succeeds, or the server does not react
   */
  private static boolean isClosedOnRenegotiation(SSLSocket socket, byte[] first)
      throws IOException {
    int found;
    try {
      socket.startHandshake();
      found = socket.getInputStream().read();
    } catch (SocketTimeoutException noReaction) {
      throw noReaction;
    } catch (IOException closed) {
      return true;
    }
    if (found >= 0 || !Arrays.equals(first, socket.getSession().getId())) {
      throw new IOException("the server renegotiated");
    }
    return true;
  }

  @Override
  public void close() {
    // Each act closes its connection.
  }
}
