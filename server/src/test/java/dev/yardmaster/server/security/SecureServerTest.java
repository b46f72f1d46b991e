package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a whole server with TLS and tokens, with clients whose credentials are valid or invalid.
 */
@Timeout(120)
class SecureServerTest {

  private static final OneShot WRITE = OneShot.builder().putLong(Key.of("secrets", 1), 42).build();
  private static final OneShot READ = OneShot.builder().read(Key.of("secrets", 1)).build();

  @TempDir private Path folder;
  private Pki pki;
  private String writerToken;
  private String readerToken;
  private YardmasterServer server;

  @BeforeEach
  void prepare() throws Exception {
    pki = new Pki(folder, "authority");
    NewToken writer = NewToken.draw(new SecureRandom());
    NewToken reader = NewToken.draw(new SecureRandom());
    writerToken = writer.text();
    readerToken = reader.text();
    Path tokens = folder.resolve("tokens");
    PrincipalFile.append(
        tokens, writer.line(Grant.forever(new Principal("writer", Set.of(Role.WRITE)))));
    PrincipalFile.append(
        tokens, reader.line(Grant.forever(new Principal("reader", Set.of(Role.READ)))));
    PrincipalFile.append(
        tokens,
        NewToken.certificateLine(Grant.forever(new Principal("alice", Set.of(Role.WRITE)))));
  }

  @AfterEach
  void close() {
    // After any refusal, the server must still serve an authenticated client.
    try (YardmasterClient client = YardmasterClient.connect(client().token(writerToken).build())) {
      assertInstanceOf(Outcome.Committed.class, client.submit(WRITE).toCompletableFuture().join());
    } catch (Exception e) {
      throw new AssertionError("the server did not serve an authenticated client", e);
    } finally {
      server.close();
    }
  }

  private void start(String clientAuth) throws Exception {
    ServerConfig.Builder config =
        pki.configure(pki.issue(pki.server()))
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set("timeouts.tlsHandshake", "500ms")
            .set("security.tokensFile", folder.resolve("tokens").toString());
    if (!clientAuth.equals("none")) {
      config
          .set("tls.clientAuth", clientAuth)
          .set("tls.clientCertificates", pki.authorityFile().toString());
    }
    server = YardmasterServer.start(config.build(), List.of());
  }

  private ClientConfig.Builder plain() {
    return ClientConfig.builder()
        .address("localhost:" + server.address().getPort())
        .connectTimeout(Duration.ofSeconds(10));
  }

  private ClientConfig.Builder client() throws Exception {
    return plain().tls(tls(null));
  }

  private SslContext tls(X509Bundle certificate) throws Exception {
    SslContextBuilder builder =
        SslContextBuilder.forClient().trustManager(pki.authority().toTrustManagerFactory());
    if (certificate != null) {
      builder.keyManager(certificate.toKeyManagerFactory());
    }
    return builder.build();
  }

  private static ErrorCode refusal(ClientConfig config) {
    return assertThrows(YardmasterException.class, () -> YardmasterClient.connect(config).close())
        .code();
  }

  @Test
  void aTokenSaysWhatItsHolderMayDo() throws Exception {
    start("none");
    try (YardmasterClient writer = YardmasterClient.connect(client().token(writerToken).build());
        YardmasterClient reader = YardmasterClient.connect(client().token(readerToken).build())) {
      assertInstanceOf(Outcome.Committed.class, writer.submit(WRITE).toCompletableFuture().join());
      assertEquals(
          42,
          reader
              .submit(READ)
              .toCompletableFuture()
              .join()
              .valueOrThrow()
              .getLong(Key.of("secrets", 1)));
      Outcome<?> refused = reader.submit(WRITE).toCompletableFuture().join();
      assertEquals(
          ErrorCode.FORBIDDEN, assertInstanceOf(Outcome.Rejected.class, refused).error().code());
    }
  }

  @Test
  void aRevokedTokenEndsItsConnections() throws Exception {
    start("none");
    try (YardmasterClient writer = YardmasterClient.connect(client().token(writerToken).build());
        YardmasterClient reader = YardmasterClient.connect(client().token(readerToken).build())) {
      assertInstanceOf(Outcome.Committed.class, writer.submit(WRITE).toCompletableFuture().join());
      assertInstanceOf(Outcome.Committed.class, reader.submit(READ).toCompletableFuture().join());
      Path tokens = folder.resolve("tokens");
      List<String> others =
          Files.readAllLines(tokens).stream().filter(line -> !line.startsWith("reader ")).toList();
      Files.write(tokens, others);
      Outcome<?> outcome;
      do {
        outcome = reader.submit(READ).toCompletableFuture().join();
      } while (outcome instanceof Outcome.Committed);
      assertEquals(ErrorCode.UNAUTHENTICATED, outcome.error().code());
      assertInstanceOf(Outcome.Committed.class, writer.submit(WRITE).toCompletableFuture().join());
    }
  }

  @Test
  void aWrongTokenAndNoneAreRefused() throws Exception {
    start("none");
    String wrong = writerToken.substring(0, writerToken.length() - 2) + "xx";
    assertEquals(ErrorCode.UNAUTHENTICATED, refusal(client().token(wrong).build()));
    assertEquals(ErrorCode.UNAUTHENTICATED, refusal(client().build()));
  }

  @Test
  void aCertificateSaysWhoItIs() throws Exception {
    start("optional");
    try (YardmasterClient alice =
        YardmasterClient.connect(plain().tls(tls(pki.client("alice"))).build())) {
      assertInstanceOf(Outcome.Committed.class, alice.submit(WRITE).toCompletableFuture().join());
    }
    assertEquals(
        ErrorCode.UNAUTHENTICATED, refusal(plain().tls(tls(pki.client("mallory"))).build()));
  }

  @Test
  void anExpiredCertificateIsRefusedAtTheHandshake() throws Exception {
    start("optional");
    X509Bundle expired = pki.issue(Pki.expired(new CertificateBuilder().subject("CN=alice")));
    assertRefusedAtTheHandshake(expired);
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
    start("optional");
    Pki other = new Pki(Files.createDirectory(folder.resolve("other")), "another");
    assertRefusedAtTheHandshake(other.client("alice"));
  }

  private void assertRefusedAtTheHandshake(X509Bundle certificate) throws Exception {
    ErrorCode code =
        refusal(plain().tls(tls(certificate)).connectTimeout(Duration.ofSeconds(2)).build());
    // In TLS 1.3 a client receives the alert after its own handshake, or detects only a closed
    // connection.
    assertTrue(code == ErrorCode.UNAUTHENTICATED || code == ErrorCode.UNAVAILABLE, code.toString());
  }

  @Test
  void aPlaintextClientGetsNothing() throws Exception {
    start("none");
    assertEquals(
        ErrorCode.UNAVAILABLE,
        refusal(plain().token(writerToken).connectTimeout(Duration.ofSeconds(2)).build()));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertTrue(
          socket.getInputStream().readAllBytes().length < 20,
          "the server must send no more than an alert");
    }
  }

  @Test
  void whoNeverEndsTheHandshakeIsClosed() throws Exception {
    start("none");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSoTimeout(20_000);
      // The client sends only the beginning of a TLS record.
      socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
      assertTrue(socket.getInputStream().readAllBytes().length < 200, "it is served");
    }
  }
}
