package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.live.LiveJson;
import dev.yardmaster.server.security.ConnectionTls;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the answers and the refusals of the admin server. */
@Timeout(60)
class AdminServerTest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final WatchedPipeline watched = new WatchedPipeline();

  @AfterEach
  void close() {
    watched.close();
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return send("GET", path, headers);
  }

  private HttpResponse<String> send(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + watched.port() + path))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** Sends raw bytes and returns the answer, up to the end of the connection. */
  private String raw(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), watched.port())) {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void healthAndReadinessSayWhy() throws IOException, InterruptedException {
    watched.listen();
    assertEquals(200, get("/health").statusCode());
    assertEquals("healthy\n", get("/health").body());
    assertEquals("ready\n", get("/ready").body());
    watched.notReady.set(Optional.of("the server drains"));
    assertEquals(503, get("/ready").statusCode());
    assertEquals("the server drains\n", get("/ready").body());
    assertEquals(200, get("/health").statusCode());
    watched.pipeline().agentFailed(new IllegalStateException("a bug"));
    HttpResponse<String> failed = get("/health");
    assertEquals(503, failed.statusCode());
    assertTrue(failed.body().contains("a bug"), failed.body());
  }

  @Test
  void aServerThatDrainsOrHasFailedIsNotReady() {
    boolean[] draining = {false};
    List<String> elsewhere = new ArrayList<>();
    Readiness readiness =
        new Readiness(
            watched.sources().health(),
            () -> draining[0],
            () -> elsewhere.stream().findFirst(),
            watched.live());
    assertTrue(readiness.get().isEmpty());
    elsewhere.add("n2 leads");
    assertEquals("n2 leads", readiness.get().orElseThrow());
    draining[0] = true;
    assertTrue(readiness.get().orElseThrow().contains("drains"));
    watched.pipeline().agentFailed(new IllegalStateException("a bug"));
    assertTrue(readiness.get().orElseThrow().contains("a bug"));
  }

  @Test
  void figuresAreShown() throws IOException, InterruptedException {
    watched.listen();
    watched.second(20);
    watched.second(30);
    byte[] live = get("/api/live").body().getBytes(StandardCharsets.UTF_8);
    assertEquals(watched.live().snapshot(), LiveJson.snapshot(live));
    assertEquals(2, get("/api/history").body().split("\"atMs\"", -1).length - 1);
    String metrics = get("/metrics").body();
    assertTrue(metrics.contains("yardmaster_committed_total{stage=\"processor-0\"} 50.0"), metrics);
    assertTrue(metrics.contains("yardmaster_request_latency_seconds_count 50"), metrics);
    assertTrue(metrics.contains("yardmaster_request_latency_seconds_bucket{le=\"+Inf\"} 50"));
    assertTrue(metrics.contains("jvm_memory_used_bytes"));
    assertTrue(metrics.contains("process_cpu_usage"));
  }

  @Test
  void figuresNeedATokenWhereSecurityIsOn() throws IOException, InterruptedException {
    watched.withToken().listen();
    for (String path : new String[] {"/metrics", "/api/live", "/api/history"}) {
      HttpResponse<String> none = get(path);
      assertEquals(401, none.statusCode(), path);
      assertEquals("Bearer", none.headers().firstValue("www-authenticate").orElseThrow());
      assertTrue(none.body().startsWith("a token is needed"), none.body());
      HttpResponse<String> wrong = get(path, "Authorization", "Bearer guess");
      assertEquals(401, wrong.statusCode());
      assertFalse(wrong.body().contains("guess"));
      assertEquals(401, get(path, "Authorization", "Basic " + WatchedPipeline.TOKEN).statusCode());
      assertEquals(200, get(path, "Authorization", "Bearer " + WatchedPipeline.TOKEN).statusCode());
    }
    for (String path : new String[] {"/health", "/ready", "/", "/dashboard.js", "/chart.js"}) {
      assertEquals(200, get(path).statusCode(), path);
    }
  }

  @Test
  void answersForbidWhatABrowserShouldNotDo() throws IOException, InterruptedException {
    watched.listen();
    for (String path : new String[] {"/", "/api/live", "/nothing"}) {
      HttpResponse<String> answer = get(path);
      assertTrue(
          answer
              .headers()
              .firstValue("content-security-policy")
              .orElseThrow()
              .contains("default-src 'none'"));
      assertEquals("nosniff", answer.headers().firstValue("x-content-type-options").orElseThrow());
      assertEquals("DENY", answer.headers().firstValue("x-frame-options").orElseThrow());
      assertEquals("no-store", answer.headers().firstValue("cache-control").orElseThrow());
    }
  }

  @Test
  void headHasTheHeadersOnly() throws IOException, InterruptedException {
    watched.listen();
    HttpResponse<String> head = send("HEAD", "/");
    assertEquals(200, head.statusCode());
    assertEquals("", head.body());
    int length = get("/").body().getBytes(StandardCharsets.UTF_8).length;
    assertEquals(length, head.headers().firstValueAsLong("content-length").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void nothingCanBeChanged(String method) throws IOException, InterruptedException {
    watched.listen();
    HttpResponse<String> answer = send(method, "/health");
    assertEquals(405, answer.statusCode());
    assertEquals("GET, HEAD", answer.headers().firstValue("allow").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dashboard.html",
        "/../dashboard.js",
        "/%2e%2e/dashboard.js",
        "//dashboard.js",
        "/dashboard.js/",
        "/api",
        "/META-INF/MANIFEST.MF",
        "/dev/yardmaster/server/admin/AdminServer.class"
      })
  void whatIsNotInTheTableIsNotFound(String path) throws IOException {
    watched.listen();
    String answer =
        raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 404 "), answer);
    assertTrue(answer.contains("/api/live"), answer);
  }

  @Test
  void whatIsTooLongOrNoHttpIsRefusedAndClosed() throws IOException {
    watched.listen();
    String longLine = raw("GET /" + "x".repeat(10_000) + " HTTP/1.1\r\n\r\n");
    assertTrue(longLine.startsWith("HTTP/1.1 431 "), longLine);
    String longHeader = raw("GET / HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
    assertTrue(longHeader.startsWith("HTTP/1.1 431 "), longHeader);
    String longBody = raw("GET / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n");
    assertTrue(longBody.startsWith("HTTP/1.1 413 "), longBody);
    String garbage = raw("\u0016\u0003\u0001 what\r\n\r\n");
    assertTrue(garbage.startsWith("HTTP/1.1 400 "), garbage);
  }

  @Test
  void whoDoesNotReadHoldsOneAnswerOnly() throws IOException, InterruptedException {
    AtomicInteger answers = new AtomicInteger();
    for (int i = 0; i < 600; i++) {
      watched.tick();
    }
    watched
        .withAccess((token, remote) -> answers.incrementAndGet() > 0 ? "operator" : null)
        .listen();
    byte[] requests =
        "GET /api/history HTTP/1.1\r\nHost: x\r\n\r\n"
            .repeat(1_000)
            .getBytes(StandardCharsets.ISO_8859_1);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), watched.port())) {
      socket.getOutputStream().write(requests);
      socket.setSoTimeout(30_000);
      // The server has one thread. After 200 further answers the thread has therefore read the
      // earlier requests.
      for (int i = 0; i < 200; i++) {
        assertEquals(200, get("/health").statusCode());
      }
      assertTrue(answers.get() >= 1 && answers.get() < 200, answers.toString());
    }
  }

  @Test
  void garbageDoesNotStopIt() throws IOException, InterruptedException {
    watched.listen();
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      try {
        var unused = raw(new String(bytes, StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        // The server may reset a connection whose request it refuses.
      }
    }
    assertEquals(200, get("/health").statusCode());
  }

  @Test
  void aConnectionThatSaysNothingIsClosed() throws IOException {
    EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (AdminServer brief =
            AdminServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                watched.sources(),
                AdminAccess.EVERYBODY,
                null,
                threads,
                threads,
                null,
                new AdminDeadlines(1_000, 1_000, 1_000));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), brief.address().getPort())) {
      socket.setSoTimeout(30_000);
      assertEquals(-1, socket.getInputStream().read());
    }
    assertTrue(threads.isShuttingDown());
  }

  @Test
  void itSpeaksTls() throws Exception {
    X509Bundle certificate =
        new CertificateBuilder()
            .subject("CN=localhost")
            .addSanDnsName("localhost")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    SslContext tls = SslContextBuilder.forServer(certificate.toKeyManagerFactory()).build();
    watched.listen(0, new ConnectionTls(() -> tls, Runnable::run));
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("own", certificate.getCertificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext client = SSLContext.getInstance("TLS");
    client.init(null, trust.getTrustManagers(), null);
    HttpClient https = HttpClient.newBuilder().sslContext(client).build();
    URI health = URI.create("https://localhost:" + watched.port() + "/health");
    HttpResponse<String> answer =
        https.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
    assertEquals("healthy\n", answer.body());
    assertThrows(IOException.class, () -> get("/health"));
  }

  @Test
  void aTakenAddressIsSaidAtTheStart() {
    watched.listen();
    InetSocketAddress taken =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), watched.port());
    YardmasterException error =
        assertThrows(
            YardmasterException.class,
            () -> AdminServer.start(taken, watched.sources(), AdminAccess.EVERYBODY, null).close());
    assertEquals(ErrorCode.IO_FAILED, error.code());
    assertTrue(error.details().get("address").contains(String.valueOf(watched.port())));
  }

  @Test
  void closingEndsItsThreads() throws InterruptedException {
    watched.listen();
    assertTrue(adminThreads() > 0);
    watched.hangUp();
    long deadlineNs = System.nanoTime() + 10_000_000_000L;
    while (adminThreads() > 0 && System.nanoTime() < deadlineNs) {
      LockSupport.parkNanos(1_000_000);
    }
    assertEquals(0, adminThreads());
  }

  private static long adminThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("yardmaster-admin"))
        .count();
  }
}
