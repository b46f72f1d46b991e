package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that handshakes run on their own threads, which never block a connection's thread. */
@Timeout(120)
class HandshakeThreadsTest {

  @TempDir private Path folder;
  private Pki pki;
  private X509Bundle certificate;

  @BeforeEach
  void makeCertificate() throws Exception {
    pki = new Pki(folder, "authority");
    certificate = pki.issue(pki.server());
  }

  private SSLSocket connect(int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, pki.authority().toTrustManagerFactory().getTrustManagers(), null);
    Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
    plain.setSoTimeout(20_000);
    return (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port, true);
  }

  /** Connects, and returns the bytes that the server sends. */
  private String read(int port) throws Exception {
    try (SSLSocket socket = connect(port)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Connects, and closes the connection after the handshake. */
  private void shakeHands(int port) throws Exception {
    try (SSLSocket socket = connect(port)) {
      socket.startHandshake();
    }
  }

  private GreetingServer greeter(ConnectionTls tls) {
    return GreetingServer.start(tls, ServerConfig.defaults());
  }

  @Test
  void theServersKeyIsUsedOnTheirThreadsOnly() throws Exception {
    Set<String> users = new ConcurrentSkipListSet<>();
    KeyManager keys =
        new WatchedKeys(
            (X509ExtendedKeyManager) certificate.toKeyManagerFactory().getKeyManagers()[0], users);
    var context = SslContextBuilder.forServer(keys).build();
    try (HandshakeThreads threads = new HandshakeThreads("handshakes", 2, 10);
        GreetingServer greeter = greeter(new ConnectionTls(() -> context, threads))) {
      assertEquals("hello anonymous", read(greeter.port()));
    }
    assertFalse(users.isEmpty());
    assertTrue(users.stream().allMatch(name -> name.startsWith("handshakes")), users.toString());
  }

  @Test
  void aHandshakeFailsIfTooManyWait() throws Exception {
    var context = SslContextBuilder.forServer(certificate.toKeyManagerFactory()).build();
    CountDownLatch release = new CountDownLatch(1);
    try (HandshakeThreads threads = new HandshakeThreads("handshakes", 1, 1);
        GreetingServer greeter = greeter(new ConnectionTls(() -> context, threads))) {
      CountDownLatch ended = new CountDownLatch(2);
      Runnable waits =
          () -> {
            awaitQuietly(release);
            ended.countDown();
          };
      threads.execute(waits);
      threads.execute(waits);
      assertThrows(IOException.class, () -> read(greeter.port()));
      assertInstanceOf(RejectedExecutionException.class, greeter.handshakeFailure());
      release.countDown();
      ended.await();
      assertEquals("hello anonymous", read(greeter.port()));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aServerHasThemForBothAddressesAndEndsThem() throws Exception {
    YardmasterServer server =
        YardmasterServer.start(
            pki.configure(certificate)
                .set("listen", "127.0.0.1:0")
                .set("admin.listen", "127.0.0.1:0")
                .set("timeouts.handshake", "100ms")
                .build(),
            List.of());
    try {
      read(server.address().getPort());
      assertTrue(running("yardmaster-tls"), "no thread for clients");
      assertFalse(running("yardmaster-admin-tls"));
      shakeHands(server.adminAddress().orElseThrow().getPort());
      assertTrue(running("yardmaster-admin-tls"), "no thread for admins");
    } finally {
      server.close();
    }
    // A pool counts as terminated shortly before its last thread ends.
    for (Thread thread : threads("yardmaster-tls", "yardmaster-admin-tls")) {
      thread.join(10_000);
      assertFalse(thread.isAlive(), thread.getName());
    }
  }

  private static boolean running(String name) {
    return !threads(name).isEmpty();
  }

  private static List<Thread> threads(String... names) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> Stream.of(names).anyMatch(name -> thread.getName().startsWith(name)))
        .toList();
  }

  /** Records the threads that request the server's certificate and key. */
  private static final class WatchedKeys extends X509ExtendedKeyManager {

    private final X509ExtendedKeyManager keys;
    private final Set<String> users;

    WatchedKeys(X509ExtendedKeyManager keys, Set<String> users) {
      this.keys = keys;
      this.users = users;
    }

    private void used() {
      users.add(Thread.currentThread().getName());
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
      used();
      return keys.chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      used();
      return keys.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      used();
      return keys.getPrivateKey(alias);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      used();
      return keys.getCertificateChain(alias);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return keys.getServerAliases(type, issuers);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return keys.getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return keys.chooseClientAlias(types, issuers, socket);
    }
  }
}
