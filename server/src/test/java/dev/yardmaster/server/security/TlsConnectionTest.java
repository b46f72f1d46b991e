package dev.yardmaster.server.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.config.ServerConfig;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the server's TLS with the Java platform's own client over a real socket. */
class TlsConnectionTest {

  private static final int DEADLINE_MS = 20_000;

  @TempDir private Path folder;
  private Pki pki;
  private X509Bundle server;
  private ServerConfig open;

  @BeforeEach
  void makeServer() throws Exception {
    pki = new Pki(folder, "authority");
    server = pki.issue(pki.server());
    open = pki.configure(server).build();
  }

  private ServerConfig asking(String clientAuth) throws IOException {
    Principal alice = new Principal("alice", Set.of(Role.READ));
    Path tokens = folder.resolve("tokens-" + clientAuth);
    PrincipalFile.append(tokens, NewToken.certificateLine(Grant.forever(alice)));
    return open.toBuilder()
        .set("tls.clientAuth", clientAuth)
        .set("tls.clientCertificates", pki.authorityFile().toString())
        .set("security.tokensFile", tokens.toString())
        .build();
  }

  /** Returns the server's greeting to a client with this certificate. */
  private String greeting(ServerConfig config, Optional<X509Bundle> client) throws Exception {
    return greeting(config, client, pki, "localhost");
  }

  private String greeting(
      ServerConfig config, Optional<X509Bundle> client, Pki trusted, String hostName)
      throws Exception {
    try (GreetingServer greeter =
            GreetingServer.start(
                TlsContexts.read(config, Instant.now()).orElseThrow().clients(), config);
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), greeter.port())) {
      plain.setSoTimeout(DEADLINE_MS);
      try (SSLSocket socket =
          (SSLSocket)
              context(client, trusted)
                  .getSocketFactory()
                  .createSocket(plain, hostName, greeter.port(), true)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            + " by "
            + socket.getSession().getProtocol();
      }
    }
  }

  private static SSLContext context(Optional<X509Bundle> client, Pki trusted) throws Exception {
    KeyManager[] keys = null;
    if (client.isPresent()) {
      keys = client.get().toKeyManagerFactory().getKeyManagers();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trusted.authority().toTrustManagerFactory().getTrustManagers(), null);
    return context;
  }

  @Test
  void servesWhoTrustsItsAuthority() throws Exception {
    assertEquals("hello anonymous by TLSv1.3", greeting(open, Optional.empty()));
  }

  @Test
  void speaksTheConfiguredVersions() throws Exception {
    ServerConfig old = open.toBuilder().set("tls.protocols", "TLSv1.2").build();
    assertEquals("hello anonymous by TLSv1.2", greeting(old, Optional.empty()));
  }

  @Test
  void aClientThatTrustsAnotherAuthorityGoesAway() throws Exception {
    Pki other = new Pki(Files.createDirectory(folder.resolve("other")), "another");
    assertThrows(SSLException.class, () -> greeting(open, Optional.empty(), other, "localhost"));
  }

  @Test
  void aClientThatWantsAnotherHostGoesAway() {
    assertThrows(SSLException.class, () -> greeting(open, Optional.empty(), pki, "other.example"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"optional", "required"})
  void aCertificateSaysWhoItIs(String clientAuth) throws Exception {
    assertEquals(
        "hello alice by TLSv1.3", greeting(asking(clientAuth), Optional.of(pki.client("alice"))));
    assertEquals(
        "UNAUTHENTICATED: no principal has this certificate (commonName=mallory) by TLSv1.3",
        greeting(
            asking("optional".equals(clientAuth) ? "required" : "optional"),
            Optional.of(pki.client("mallory"))));
  }

  @Test
  void anOptionalCertificateMayBeMissing() throws Exception {
    assertEquals(
        "UNAUTHENTICATED: a token or a certificate is needed by TLSv1.3",
        greeting(asking("optional"), Optional.empty()));
  }

  @Test
  void aRequiredCertificateMayNot() {
    assertThrows(SSLException.class, () -> greeting(asking("required"), Optional.empty()));
  }

  @Test
  void refusesAClientOfAnotherAuthority() throws Exception {
    Pki other = new Pki(Files.createDirectory(folder.resolve("other")), "another");
    assertThrows(
        SSLException.class, () -> greeting(asking("required"), Optional.of(other.client("alice"))));
  }

  @Test
  void refusesAnExpiredClient() throws Exception {
    X509Bundle expired = pki.issue(Pki.expired(new CertificateBuilder().subject("CN=alice")));
    assertThrows(SSLException.class, () -> greeting(asking("required"), Optional.of(expired)));
  }

  @Test
  void plaintextIsClosed() throws Exception {
    try (GreetingServer greeter =
            GreetingServer.start(
                TlsContexts.read(open, Instant.now()).orElseThrow().clients(), open);
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), greeter.port())) {
      plain.setSoTimeout(DEADLINE_MS);
      plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = plain.getInputStream().readAllBytes();
      assertTrue(answer.length < 20, "the server must send only a TLS alert");
      assertInstanceOf(NotSslRecordException.class, greeter.handshakeFailure());
    }
  }
}
