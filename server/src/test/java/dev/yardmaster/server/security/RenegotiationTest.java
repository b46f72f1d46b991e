package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.server.YardmasterServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests that a whole server refuses the renegotiation of TLS 1.2 at both of its addresses. */
@Timeout(120)
class RenegotiationTest {

  private static final byte[] HEALTH =
      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Logger logger = (Logger) LoggerFactory.getLogger(RenegotiationGuard.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @TempDir private Path folder;
  private Pki pki;
  private YardmasterServer server;

  @BeforeEach
  void start() throws Exception {
    pki = new Pki(folder, "authority");
    server =
        YardmasterServer.start(
            pki.configure(pki.issue(pki.server()))
                .set("listen", "127.0.0.1:0")
                .set("admin.listen", "127.0.0.1:0")
                .build(),
            List.of());
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    server.close();
  }

  private SSLSocket connect(InetSocketAddress address, String version) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, pki.authority().toTrustManagerFactory().getTrustManagers(), null);
    Socket plain = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
    plain.setSoTimeout(20_000);
    SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(plain, "localhost", address.getPort(), true);
    socket.setEnabledProtocols(new String[] {version});
    socket.startHandshake();
    assertEquals(version, socket.getSession().getProtocol());
    return socket;
  }

  private void assertRefusesRenegotiation(InetSocketAddress address) throws Exception {
    try (SSLSocket socket = connect(address, "TLSv1.2")) {
      assertThrows(
          IOException.class,
          () -> {
            socket.startHandshake();
            int unused = socket.getInputStream().read();
          });
    }
    assertEquals(1, log.list.size());
    assertTrue(log.list.get(0).getFormattedMessage().contains("renegotiate"));
  }

  @Test
  void clientsMayNotRenegotiate() throws Exception {
    assertRefusesRenegotiation(server.address());
  }

  @Test
  void adminsMayNotRenegotiate() throws Exception {
    assertRefusesRenegotiation(server.adminAddress().orElseThrow());
  }

  @Test
  void newKeysOfTls13AreNoRenegotiation() throws Exception {
    try (SSLSocket socket = connect(server.adminAddress().orElseThrow(), "TLSv1.3")) {
      // In TLS 1.3, this call sends a key update.
      socket.startHandshake();
      socket.getOutputStream().write(HEALTH);
      byte[] answer = socket.getInputStream().readNBytes(12);
      assertEquals("HTTP/1.1 200", new String(answer, StandardCharsets.US_ASCII));
    }
    assertEquals(0, log.list.size());
  }
}
