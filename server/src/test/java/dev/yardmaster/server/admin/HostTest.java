package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which hosts a request may name where security is off. */
@Timeout(60)
class HostTest {

  private static final AdminAccess OPEN =
      AdminAccess.everybodyAt(List.of("yardmaster", "DB-1.Example"));

  private final WatchedPipeline watched = new WatchedPipeline();

  @AfterEach
  void close() {
    watched.close();
  }

  /** Returns the answer to a request with these header lines. */
  private String get(String target, String... headers) throws IOException {
    return get(watched.port(), target, headers);
  }

  private static String get(int port, String target, String... headers) throws IOException {
    String request =
        "GET " + target + " HTTP/1.1\r\n" + String.join("", headers) + "Connection: close\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String host(String host) {
    return "Host: " + host + "\r\n";
  }

  private static void assertStatus(int status, String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.0.0.1:7401",
        "192.168.3.4:80",
        "[::1]",
        "[::1]:7401",
        "[fe80::1:2]:7401",
        "[::ffff:10.0.0.1]",
        "localhost",
        "LocalHost:7401",
        "localhost:",
        "yardmaster:7401",
        "YARDMASTER",
        "db-1.example"
      })
  void takesAddressesLocalhostAndConfiguredNames(String host) throws IOException {
    watched.withAccess(OPEN).listen();
    for (String path : new String[] {"/metrics", "/api/live", "/", "/dashboard.js?x=1"}) {
      assertStatus(200, get(path, host(host)));
    }
    assertStatus(404, get("/nothing", host(host)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:7401",
        "localhost.evil.example",
        "localhost.",
        "yardmaster.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1evil",
        "127.0.0.256",
        "2130706433",
        "0x7f.1",
        "::1",
        "[::1",
        "[evil]:7401",
        "[::1]evil",
        "[::1%evil]",
        "user@localhost",
        "localhost@evil.example",
        "localhost:7401:7401",
        "localhost:evil",
        "localhost/evil",
        "localhost, evil.example"
      })
  void refusesOtherHosts(String host) throws IOException {
    watched.withAccess(OPEN).listen();
    for (String path : new String[] {"/metrics", "/api/live", "/", "/chart.js", "/nothing"}) {
      String answer = get(path, host(host));
      assertStatus(421, answer);
      assertTrue(answer.contains("'" + host + "'"), answer);
      assertTrue(answer.contains("admin.hosts"), answer);
    }
  }

  @Test
  void refusesRequestsWithoutAHost() throws IOException {
    watched.withAccess(OPEN).listen();
    for (String answer : new String[] {get("/metrics"), get("/metrics", host(""))}) {
      assertStatus(421, answer);
      assertTrue(answer.contains("host"), answer);
      assertTrue(answer.contains("admin.hosts"), answer);
    }
  }

  @Test
  void refusesSeveralHosts() throws IOException {
    watched.withAccess(OPEN).listen();
    assertStatus(421, get("/metrics", host("localhost"), host("evil.example")));
    assertStatus(421, get("/metrics", host("evil.example"), host("localhost")));
    assertStatus(421, get("/metrics", host("localhost"), host("localhost")));
  }

  @Test
  void checksTheHostOfAnAbsoluteTarget() throws IOException {
    watched.withAccess(OPEN).listen();
    for (String evil :
        new String[] {
          "http://evil.example/metrics",
          "HTTP://evil.example:7401/metrics",
          "http://localhost@evil.example/metrics",
          "http://evil.example",
          "http://evil.example?/metrics",
          "http:///metrics"
        }) {
      assertStatus(421, get(evil, host("localhost")));
    }
    assertStatus(421, get("http://localhost/metrics", host("evil.example")));
    // The table of pages has no absolute targets.
    assertStatus(404, get("http://localhost:7401/metrics", host("localhost")));
  }

  @Test
  void healthAndReadinessAnswerWhateverTheHost() throws IOException {
    watched.withAccess(OPEN).listen();
    for (String path : new String[] {"/health", "/ready", "/health?from=probe"}) {
      assertStatus(200, get(path, host("evil.example")));
      assertStatus(200, get(path));
      assertStatus(200, get(path, host("a"), host("b")));
    }
  }

  @Test
  void knowsNoNameByDefault() throws IOException {
    watched.listen();
    assertStatus(421, get("/metrics", host("yardmaster")));
    assertStatus(200, get("/metrics", host("localhost")));
  }

  @Test
  void theOptionNamesTheHostsOfAServer() throws IOException {
    try (YardmasterServer server =
        YardmasterServer.start(
            ServerConfig.builder()
                .set("listen", "127.0.0.1:0")
                .set("admin.listen", "127.0.0.1:0")
                .set("admin.hosts", "yardmaster")
                .build(),
            List.of())) {
      int port = server.adminAddress().orElseThrow().getPort();
      assertStatus(200, get(port, "/metrics", host("yardmaster:7401")));
      assertStatus(421, get(port, "/metrics", host("evil.example")));
    }
  }

  @Test
  void withATokenEveryHostIsAnswered() throws IOException {
    watched.withToken().listen();
    String token = "Authorization: Bearer " + WatchedPipeline.TOKEN + "\r\n";
    assertStatus(200, get("/metrics", host("ops.example"), token));
    assertStatus(200, get("/metrics", token));
    assertStatus(401, get("/metrics", host("ops.example")));
    assertEquals(-1, get("/", host("ops.example")).indexOf("admin.hosts"));
  }
}
