package dev.yardmaster.replication.jraft.network;

import static dev.yardmaster.replication.jraft.network.Endpoints.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.Message;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberTls;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which peers are refused, and which bytes make a server close a connection. */
@Timeout(60)
class PeerServerTest {

  private static final long LONG_MS = 30_000;
  private static final int LENGTH_BYTES = 4;

  @TempDir Path folder;

  private final Endpoints endpoints = new Endpoints();

  @AfterEach
  void close() {
    endpoints.close();
  }

  @Test
  void membersOfOneAuthorityAnswerEachOther() throws Exception {
    Authority authority = new Authority("cluster");
    Member server = endpoints.server(issued(authority, "server"));
    PeerClient client = endpoints.client(issued(authority, "client"));

    assertEquals(1, call(client, server, 1, LONG_MS).get());
  }

  @Test
  void aClientOfAnotherAuthorityIsRefused() throws Exception {
    Authority authority = new Authority("cluster");
    MemberTls right = authority.issue(folder.resolve("right"));
    MemberTls wrong = new Authority("other").issue(folder.resolve("wrong"));
    Member server = endpoints.server(Optional.of(right));
    // This client trusts the server, but the server does not trust this client.
    PeerClient client =
        endpoints.client(
            Optional.of(
                new MemberTls(wrong.certificateChain(), wrong.privateKey(), right.authority())));

    assertThrows(ExecutionException.class, () -> call(client, server, 1, LONG_MS).get());

    assertServes(server, endpoints.client(issued(authority, "client")));
  }

  @Test
  void aClientWithoutCertificateIsRefused() throws Exception {
    Authority authority = new Authority("cluster");
    Member server = endpoints.server(issued(authority, "server"));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);

    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      assertThrows(IOException.class, () -> sendAndRead(socket, frame(1)));
    }

    assertServes(server, endpoints.client(issued(authority, "client")));
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() throws Exception {
    MemberTls wrong = new Authority("other").issue(folder.resolve("wrong"));
    Authority authority = new Authority("cluster");
    MemberTls right = authority.issue(folder.resolve("right"));
    // This server trusts the client, but the client does not trust this server.
    Member server =
        endpoints.server(
            Optional.of(
                new MemberTls(wrong.certificateChain(), wrong.privateKey(), right.authority())));

    assertRefused(server, endpoints.client(Optional.of(right)));
  }

  @Test
  void aServerWhoseCertificateNamesAnotherHostIsRefused() throws Exception {
    Authority authority = new Authority("cluster");
    MemberTls elsewhere = authority.issueFor(folder.resolve("server"), "elsewhere.example");
    Member server = endpoints.server(Optional.of(elsewhere));

    assertRefused(server, endpoints.client(issued(authority, "client")));
  }

  @Test
  void plainTextIsRefusedByAServerWithTls() throws Exception {
    Authority authority = new Authority("cluster");
    Member server = endpoints.server(issued(authority, "server"));

    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      assertClosed(socket, frame(1));
    }
    assertThrows(
        ExecutionException.class,
        () -> call(endpoints.client(Optional.empty()), server, 2, LONG_MS).get());

    assertServes(server, endpoints.client(issued(authority, "client")));
  }

  @Test
  void aConnectionWithoutHandshakeIsClosed() throws Exception {
    Member server = endpoints.server(issued(new Authority("cluster"), "server"));

    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      assertClosed(socket, new byte[0]);
    }
  }

  @Test
  void aClientWithTlsRefusesAServerWithout() throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(issued(new Authority("cluster"), "client"));

    assertThrows(ExecutionException.class, () -> call(client, server, 1, LONG_MS).get());

    assertTrue(endpoints.terms.isEmpty());
  }

  static Stream<Arguments> malformedFrames() {
    return Stream.of(
        Arguments.of("length", with(0, 0x7f)),
        Arguments.of("length", with(0, 0xff)),
        Arguments.of("frame of only", new byte[LENGTH_BYTES]),
        Arguments.of("version 2", with(4, 2)),
        Arguments.of("type 255", with(5, 255)),
        Arguments.of("type 99", with(5, 99)),
        Arguments.of(
            "TIMEOUT_NOW_RESPONSE",
            frame(TimeoutNowResponse.newBuilder().setTerm(1).setSuccess(true).build())),
        // The server has no processor for this type of request.
        Arguments.of(
            "GET_FILE_REQUEST",
            frame(
                GetFileRequest.newBuilder()
                    .setReaderId(1)
                    .setFilename("file")
                    .setCount(1)
                    .setOffset(0)
                    .build())),
        Arguments.of("TIMEOUT_NOW_REQUEST", with(14, 0xff)),
        Arguments.of("length", "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8)));
  }

  @ParameterizedTest
  @MethodSource("malformedFrames")
  void aMalformedFrameClosesItsConnectionWithOneWarning(String reason, byte[] bytes)
      throws Exception {
    Member server = endpoints.server(Optional.empty());
    PeerClient client = endpoints.client(Optional.empty());
    assertEquals(1, call(client, server, 1, LONG_MS).get());

    try (WarningLog log = new WarningLog(RefusalLog.class);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      // The server must not read the valid frames that follow the malformed frame, either.
      assertClosed(socket, ByteBuffer.allocate(200).put(bytes).put(frame(9)).put(frame(9)).array());

      assertEquals(2, call(client, server, 2, LONG_MS).get());
      assertEquals(1, log.warnings().size(), log.warnings()::toString);
      assertTrue(log.warnings().get(0).contains(reason), log.warnings()::toString);
    }
    assertEquals(List.of(1L, 2L), List.copyOf(endpoints.terms));
  }

  private Optional<MemberTls> issued(Authority authority, String name) throws Exception {
    return Optional.of(authority.issue(folder.resolve(name)));
  }

  /** Checks that the client refuses the server and sends no request to it. */
  private void assertRefused(Member server, PeerClient client) {
    ExecutionException refused =
        assertThrows(ExecutionException.class, () -> call(client, server, 1, LONG_MS).get());

    Throwable cause = refused.getCause();
    while (cause != null && !(cause instanceof SSLException)) {
      cause = cause.getCause();
    }
    assertTrue(cause != null, refused.toString());
    assertTrue(endpoints.terms.isEmpty());
  }

  /**
   * Checks that the server answers the client, and that the server has received no earlier request.
   */
  private void assertServes(Member server, PeerClient client) throws Exception {
    assertEquals(5, call(client, server, 5, LONG_MS).get());
    assertEquals(List.of(5L), List.copyOf(endpoints.terms));
  }

  private static byte[] frame(long term) {
    return frame(Endpoints.request(term));
  }

  private static byte[] frame(Message message) {
    return ByteBufUtil.getBytes(Frame.encode(1, message, MemberNetwork.maxFrameBytes()));
  }

  private static byte[] with(int offset, int value) {
    byte[] frame = frame(9);
    frame[offset] = (byte) value;
    return frame;
  }

  /** Sends bytes, and checks that the server closes the connection without a response. */
  private static void assertClosed(Socket socket, byte[] bytes) throws IOException {
    try {
      // A server with TLS may send an alert, which is shorter than a response.
      byte[] answer = sendAndRead(socket, bytes);
      assertTrue(answer.length < 10, () -> ByteBufUtil.hexDump(answer));
    } catch (SocketException e) {
      // The operating system has reset the connection because the server did not read all bytes.
    }
  }

  private static byte[] sendAndRead(Socket socket, byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return socket.getInputStream().readAllBytes();
  }
}
