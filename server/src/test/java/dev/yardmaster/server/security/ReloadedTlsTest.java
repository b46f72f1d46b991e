package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests that new certificates, keys and authorities take effect without a restart. */
@Timeout(120)
class ReloadedTlsTest {

  private static final byte[] HEALTH =
      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String HEALTHY = "healthy\n";
  private static final long DEADLINE_NS = 30_000_000_000L;

  private final Logger logger = (Logger) LoggerFactory.getLogger(ReloadedTls.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @TempDir private Path folder;
  private Pki pki;
  private X509Bundle first;
  private X509Bundle second;

  @BeforeEach
  void prepare() throws Exception {
    pki = new Pki(folder, "authority");
    first = pki.issue(pki.server());
    second = pki.issue(pki.server());
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
  }

  private long errors() {
    return List.copyOf(log.list).stream().filter(line -> line.getLevel() == Level.ERROR).count();
  }

  /** Replaces a file by a rename, as certificate tools do. */
  private void replace(String name, String text) throws IOException {
    Files.move(
        pki.secret(name + ".new", text),
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void rotateTo(X509Bundle bundle) throws IOException {
    replace("server.pem", bundle.getCertificatePathPEM());
    replace("server.key", bundle.getPrivateKeyPEM());
  }

  private SSLSocket connect(int port, X509Bundle client) throws Exception {
    KeyManager[] keys = client == null ? null : client.toKeyManagerFactory().getKeyManagers();
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, pki.authority().toTrustManagerFactory().getTrustManagers(), null);
    Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
    plain.setSoTimeout(20_000);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port, true);
    socket.startHandshake();
    return socket;
  }

  private BigInteger serialNumber(int port) throws Exception {
    try (SSLSocket socket = connect(port, null)) {
      return serialNumber(socket);
    }
  }

  private static BigInteger serialNumber(SSLSocket socket) throws SSLException {
    return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
  }

  private static BigInteger serialNumber(X509Bundle bundle) {
    return bundle.getCertificate().getSerialNumber();
  }

  private String greeting(int port, X509Bundle client) throws Exception {
    try (SSLSocket socket = connect(port, client)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static ReloadedTls open(ServerConfig config) {
    return ReloadedTls.open(config, System::currentTimeMillis).orElseThrow();
  }

  @Test
  void newConnectionsSeeANewCertificate() throws Exception {
    ServerConfig config = pki.configure(first).build();
    try (ReloadedTls tls = open(config);
        GreetingServer clients = GreetingServer.start(tls.clients(), config);
        GreetingServer admins = GreetingServer.start(tls.admins(), config)) {
      tls.look();
      assertEquals(serialNumber(first), serialNumber(clients.port()));
      rotateTo(second);
      assertEquals(serialNumber(first), serialNumber(clients.port()));
      tls.look();
      assertEquals(serialNumber(second), serialNumber(clients.port()));
      assertEquals(serialNumber(second), serialNumber(admins.port()));
      assertEquals(0, errors());
    }
  }

  @Test
  void invalidFilesAreLoggedOnceAndNotUsed() throws Exception {
    ServerConfig config = pki.configure(first).build();
    try (ReloadedTls tls = open(config);
        GreetingServer clients = GreetingServer.start(tls.clients(), config)) {
      int looks = 0;
      for (String text :
          new String[] {
            "no certificate",
            second.getCertificatePathPEM(),
            pki.issue(Pki.expired(pki.server())).getCertificatePathPEM()
          }) {
        replace("server.pem", text);
        looks++;
        tls.look();
        tls.look();
        assertEquals(looks, errors(), text);
        assertEquals(serialNumber(first), serialNumber(clients.port()));
      }
      Files.delete(folder.resolve("server.key"));
      tls.look();
      tls.look();
      assertEquals(looks + 1, errors());
      assertEquals(serialNumber(first), serialNumber(clients.port()));
      rotateTo(second);
      tls.look();
      assertEquals(serialNumber(second), serialNumber(clients.port()));
      assertEquals(looks + 1, errors());
    }
  }

  @Test
  void authoritiesOfClientsAreReadAgain() throws Exception {
    Pki other = new Pki(Files.createDirectory(folder.resolve("other")), "another");
    Path tokens = folder.resolve("tokens");
    PrincipalFile.append(
        tokens, NewToken.certificateLine(Grant.forever(new Principal("alice", Set.of(Role.READ)))));
    ServerConfig config =
        pki.configure(first)
            .set("tls.clientAuth", "required")
            .set("tls.clientCertificates", pki.authorityFile().toString())
            .set("security.tokensFile", tokens.toString())
            .build();
    try (ReloadedTls tls = open(config);
        GreetingServer clients = GreetingServer.start(tls.clients(), config)) {
      assertEquals("hello alice", greeting(clients.port(), pki.client("alice")));
      replace("authority.pem", other.authority().getRootCertificatePEM());
      tls.look();
      assertThrows(IOException.class, () -> greeting(clients.port(), pki.client("alice")));
      assertEquals("hello alice", greeting(clients.port(), other.client("alice")));
    }
  }

  @Test
  void looksByItself() throws Exception {
    ServerConfig config = pki.configure(first).build();
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    try (ReloadedTls tls = open(config);
        GreetingServer clients = GreetingServer.start(tls.clients(), config)) {
      tls.lookEvery(10, thread);
      rotateTo(second);
      awaitCertificate(second, clients.port());
      rotateTo(first);
      awaitCertificate(first, clients.port());
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aServerLooksAndKeepsItsConnections() throws Exception {
    try (YardmasterServer server =
        YardmasterServer.start(
            pki.configure(first)
                .set("listen", "127.0.0.1:0")
                .set("admin.listen", "127.0.0.1:0")
                .build(),
            List.of())) {
      int port = server.adminAddress().orElseThrow().getPort();
      try (SSLSocket open = connect(port, null)) {
        assertTrue(health(open).endsWith(HEALTHY));
        assertEquals(serialNumber(first), serialNumber(open));
        rotateTo(second);
        awaitCertificate(second, port);
        awaitCertificate(second, server.address().getPort());
        replace("server.pem", "broken");
        long beganNs = System.nanoTime();
        while (errors() == 0) {
          assertTrue(
              System.nanoTime() - beganNs < DEADLINE_NS,
              "the server does not check " + "the files");
          LockSupport.parkNanos(1_000_000);
        }
        assertTrue(health(open).endsWith(HEALTHY));
        assertEquals(serialNumber(second), serialNumber(port));
      }
    }
  }

  private void awaitCertificate(X509Bundle expected, int port) throws Exception {
    long beganNs = System.nanoTime();
    while (!serialNumber(port).equals(serialNumber(expected))) {
      assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, "the certificate is not used");
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static String health(SSLSocket socket) throws IOException {
    socket.getOutputStream().write(HEALTH);
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith(HEALTHY)) {
      int read = socket.getInputStream().read();
      assertTrue(read >= 0, "the connection is closed after: " + answer);
      answer.append((char) read);
    }
    return answer.toString();
  }
}
