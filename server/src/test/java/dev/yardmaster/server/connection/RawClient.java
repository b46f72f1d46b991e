package dev.yardmaster.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.Welcome;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** A client that can send any bytes, even bytes that violate the protocol. */
final class RawClient implements AutoCloseable {

  private static final int DEADLINE_MS = 20_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final Deque<Response> responses = new ArrayDeque<>();

  private RawClient(InetSocketAddress address, int receiveBufferBytes) throws IOException {
    if (receiveBufferBytes > 0) {
      socket.setReceiveBufferSize(receiveBufferBytes);
    }
    socket.connect(address, DEADLINE_MS);
    socket.setSoTimeout(DEADLINE_MS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** Connects, but sends no hello. */
  static RawClient silent(InetSocketAddress address) throws IOException {
    return silent(address, 0);
  }

  /** Connects with a small receive buffer, but sends no hello. */
  static RawClient silent(InetSocketAddress address, int receiveBufferBytes) throws IOException {
    return new RawClient(address, receiveBufferBytes);
  }

  /** Connects and completes the handshake. */
  static RawClient greeted(InetSocketAddress address) throws IOException {
    return greeted(address, 0);
  }

  /** Connects with a small receive buffer and completes the handshake. */
  static RawClient greeted(InetSocketAddress address, int receiveBufferBytes) throws IOException {
    RawClient client = new RawClient(address, receiveBufferBytes);
    client.send(hello(""));
    assertNotNull(client.welcome());
    return client;
  }

  static ClientFrame hello(String token) {
    return ClientFrame.newBuilder()
        .setHello(
            Hello.newBuilder()
                .setOldestVersion(WireProtocol.VERSION)
                .setNewestVersion(WireProtocol.VERSION)
                .setToken(token))
        .build();
  }

  void send(ClientFrame frame) throws IOException {
    byte[] bytes = frame.toByteArray();
    send(
        ByteBuffer.allocate(WireProtocol.LENGTH_BYTES + bytes.length)
            .putInt(bytes.length)
            .put(bytes)
            .array());
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void send(Request.Builder... requests) throws IOException {
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (Request.Builder request : requests) {
      frame.addRequests(request);
    }
    send(frame.build());
  }

  Response ask(Request.Builder request) throws IOException {
    send(request);
    Response response = response();
    assertEquals(request.getRequestId(), response.getRequestId());
    return response;
  }

  private ServerFrame frame() throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return ServerFrame.parseFrom(bytes);
  }

  private Welcome welcome() throws IOException {
    return frame().getWelcome();
  }

  /** Returns the next response. Fails if the connection ends before the response. */
  Response response() throws IOException {
    while (responses.isEmpty()) {
      ServerFrame frame = frame();
      assertTrue(!frame.hasClosing(), () -> "closed: " + frame.getClosing());
      responses.addAll(frame.getResponsesList());
    }
    return responses.poll();
  }

  /**
   * Returns the server's reason for closing the connection. Drops the frames that precede the
   * reason.
   */
  Closing closing() throws IOException {
    while (true) {
      ServerFrame frame = frame();
      if (frame.hasClosing()) {
        return frame.getClosing();
      }
    }
  }

  /** Returns whether bytes arrive within the timeout. The method does not consume the bytes. */
  boolean hears(int timeoutMs) throws IOException {
    if (!in.markSupported()) {
      throw new IllegalStateException("the received bytes must not be consumed");
    }
    in.mark(1);
    socket.setSoTimeout(timeoutMs);
    try {
      var unused = in.read();
      in.reset();
      return true;
    } catch (SocketTimeoutException silence) {
      return false;
    } finally {
      socket.setSoTimeout(DEADLINE_MS);
    }
  }

  /** Returns whether the connection ends. Drops the frames before the end. */
  boolean ends() throws IOException {
    try {
      while (in.read() >= 0) {
        // The byte is dropped.
      }
      return true;
    } catch (EOFException | SocketException ended) {
      return true;
    }
  }

  /** Closes the connection without a goodbye. */
  void leave() throws IOException {
    socket.close();
  }

  /** Closes the connection with a TCP reset, which discards unread and unsent bytes. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
