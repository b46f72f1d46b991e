package dev.yardmaster.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.backup.BackupServer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which clients get a backup of a server whose security is off. */
@Timeout(60)
class BackupAccessTest {

  private static final String REASON = "the disk is full";

  private final WatchedPipeline watched = new WatchedPipeline();

  @AfterEach
  void close() {
    watched.close();
  }

  /** A connection from an address. */
  private EmbeddedChannel from(String address) {
    return from(address, AdminAccess.EVERYBODY);
  }

  private EmbeddedChannel from(String address, AdminAccess access) {
    AdminDeadlines deadlines = AdminDeadlines.DEFAULT;
    RequestDeadline deadline = new RequestDeadline(deadlines, new AdminConnections());
    BackupServer backups =
        new BackupServer(
            () -> {
              throw new IOException(REASON);
            },
            Audit.NONE);
    return new EmbeddedChannel(
        deadline,
        new AdminHandler(
            new AdminPages(watched.sources()),
            access,
            Map.of("/api/backup", backups),
            deadline,
            new RequestDecoder())) {
      @Override
      protected SocketAddress remoteAddress0() {
        try {
          return new InetSocketAddress(InetAddress.getByName(address), 5000);
        } catch (UnknownHostException e) {
          throw new IllegalArgumentException(e);
        }
      }
    };
  }

  private static FullHttpResponse answer(EmbeddedChannel connection, String originOrNull) {
    return answer(connection, originOrNull, "localhost");
  }

  private static FullHttpResponse answer(
      EmbeddedChannel connection, String originOrNull, String host) {
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/api/backup");
    request.headers().set(HttpHeaderNames.HOST, host);
    if (originOrNull != null) {
      request.headers().set(HttpHeaderNames.ORIGIN, originOrNull);
    }
    connection.writeInbound(request);
    FullHttpResponse answer = connection.readOutbound();
    while (answer == null) { // The backup runs on its own thread, so the test waits.
      connection.runPendingTasks();
      answer = connection.readOutbound();
    }
    return answer;
  }

  private static void assertRefused(FullHttpResponse answer) {
    assertEquals(HttpResponseStatus.FORBIDDEN, answer.status());
    String text = answer.content().toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("on the server's own machine"), text);
  }

  @Test
  void aProgramOnTheSameMachineGetsOne() {
    for (String local : new String[] {"127.0.0.1", "127.8.8.8", "::1"}) {
      FullHttpResponse answer = answer(from(local), null);
      // The server tries to begin the backup, and answers with the reason of its failure.
      assertEquals(HttpResponseStatus.CONFLICT, answer.status());
      assertEquals(REASON + "\n", answer.content().toString(StandardCharsets.UTF_8));
    }
  }

  @Test
  void anotherMachineGetsNone() {
    for (String remote : new String[] {"10.0.0.1", "192.168.1.1", "2001:db8::1"}) {
      assertRefused(answer(from(remote), null));
    }
  }

  /** A web page whose host name resolves to this machine (DNS rebinding) may send no origin. */
  @Test
  void aRequestToAnotherHostGetsNone() {
    EmbeddedChannel local = from("127.0.0.1", AdminAccess.everybodyAt(List.of()));
    assertEquals(
        HttpResponseStatus.MISDIRECTED_REQUEST, answer(local, null, "evil.example").status());
  }

  @Test
  void aClientWithoutAValidTokenGetsNone() {
    AdminAccess nobody = (token, remote) -> null;
    assertEquals(HttpResponseStatus.UNAUTHORIZED, answer(from("127.0.0.1", nobody), null).status());
  }

  /** A web page in a browser on the same machine sends its origin. */
  @Test
  void aBrowserGetsNone() {
    assertRefused(answer(from("127.0.0.1"), "http://evil.example"));
    assertRefused(answer(from("127.0.0.1"), "null"));
    assertRefused(answer(from("127.0.0.1"), "http://localhost:7401"));
  }
}
