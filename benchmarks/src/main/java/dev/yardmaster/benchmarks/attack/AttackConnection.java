package dev.yardmaster.benchmarks.attack;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Closing;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A connection of an attacker. The attacker can send any bytes, and ends the connection with a TCP
 * reset.
 */
final class AttackConnection implements Closeable {

  private static final int TIMEOUT_MS = 5_000;

  /**
   * The length of the buffer from which answers are decoded. It is smaller than the socket's
   * receive buffer, so the attacker does not read all of a long answer.
   */
  private static final int CODED_BUFFER_BYTES = 256;

  private final Socket socket;
  private final DataInputStream in;

  /** The answers of the last received frame that no caller has taken yet. */
  private final Queue<Response> responses = new ArrayDeque<>();

  private AttackConnection(int port, int receiveBufferBytes) throws IOException {
    socket = new Socket();
    if (receiveBufferBytes > 0) {
      socket.setReceiveBufferSize(receiveBufferBytes);
    }
    socket.setTcpNoDelay(true);
    socket.setSoLinger(true, 0);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
    socket.setSoTimeout(TIMEOUT_MS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** Connects to the admin server. */
  static AttackConnection toAdmin(AttackTarget target) throws IOException {
    return new AttackConnection(target.adminPort(), 0);
  }

  /**
   * Connects and sends a greeting.
   *
   * @param receiveBufferBytes the length of the receive buffer; 0 for the default
   */
  static AttackConnection greeted(AttackTarget target, int receiveBufferBytes) throws IOException {
    AttackConnection connection = new AttackConnection(target.port(), receiveBufferBytes);
    connection.send(
        ClientFrame.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setOldestVersion(WireProtocol.VERSION)
                    .setNewestVersion(WireProtocol.VERSION)
                    .setClient("attacker")
                    .setToken(Files.readString(target.attackerToken()).strip()))
            .build());
    return connection;
  }

  void send(ClientFrame frame) throws IOException {
    byte[] message = frame.toByteArray();
    send(
        ByteBuffer.allocate(WireProtocol.LENGTH_BYTES + message.length)
            .putInt(message.length)
            .put(message)
            .array());
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Waits for the next frame and returns it. */
  ServerFrame receive() throws IOException {
    byte[] message = new byte[in.readInt()];
    in.readFully(message);
    return ServerFrame.parseFrom(message);
  }

  /**
   * Waits for the answer to the greeting.
   *
   * @throws IOException if the server does not welcome the client
   */
  void awaitWelcome() throws IOException {
    ServerFrame first = receive();
    if (!first.hasWelcome()) {
      throw new IOException("the server sent no welcome: " + first);
    }
  }

  /**
   * Waits for the next answer. One frame of the server can contain several answers; each call
   * returns one answer.
   */
  Response receiveResponse() throws IOException {
    if (responses.isEmpty()) {
      ServerFrame frame = receive();
      if (frame.getResponsesCount() == 0) {
        throw new IOException("the server sent no answer: " + frame);
      }
      responses.addAll(frame.getResponsesList());
    }
    return responses.remove();
  }

  /**
   * Waits for a frame with answers. Returns the first answer in this frame that carries no value.
   * The caller need not read the rest of the frame. If the server instead announces that it closes
   * the connection, the method returns the reason as a rejection.
   */
  Response receiveBeginOfResponse() throws IOException {
    in.readInt();
    CodedInputStream frame = CodedInputStream.newInstance(in, CODED_BUFFER_BYTES);
    int field = WireFormat.getTagFieldNumber(frame.readTag());
    if (field == ServerFrame.CLOSING_FIELD_NUMBER) {
      Closing closing = Closing.parseFrom(frame.readByteArray());
      return Response.newBuilder()
          .setRejected(Error.newBuilder().setCode(closing.getCode()).setText(closing.getReason()))
          .build();
    }
    expect(ServerFrame.RESPONSES_FIELD_NUMBER, field);
    frame.readRawVarint32();
    expect(Response.REQUEST_ID_FIELD_NUMBER, WireFormat.getTagFieldNumber(frame.readTag()));
    Response.Builder response = Response.newBuilder().setRequestId(frame.readUInt64());
    switch (WireFormat.getTagFieldNumber(frame.readTag())) {
      case Response.COMMITTED_FIELD_NUMBER -> response.setCommitted(Committed.getDefaultInstance());
      case Response.REJECTED_FIELD_NUMBER ->
          response.setRejected(Error.parseFrom(frame.readByteArray()));
      default -> throw new IOException("the answer is neither a commit nor an error");
    }
    return response.build();
  }

  private static void expect(int fieldNumber, int found) throws IOException {
    if (found != fieldNumber) {
      throw new IOException("unexpected field: expected=" + fieldNumber + ", found=" + found);
    }
  }

  /** Returns, without waiting, whether the server has sent bytes that were not read yet. */
  boolean hasInput() throws IOException {
    return in.available() > 0;
  }

  /**
   * Returns whether the server has closed the connection.
   *
   * @throws IOException if the server has sent a byte
   */
  boolean hasEnded() throws IOException {
    socket.setSoTimeout(1);
    try {
      int found = in.read();
      if (found >= 0) {
        throw new IOException("the server sent a byte: byte=" + found);
      }
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (SocketException reset) {
      return true;
    }
  }

  /**
   * Returns the server's reaction to a request, as the server's answer states it.
   *
   * @param isAccepted whether the answer is the requested result
   * @param expected the code of an expected error
   * @throws IOException for any other answer
   */
  static Reaction reaction(Response response, boolean isAccepted, ErrorCode expected)
      throws IOException {
    if (isAccepted) {
      return Reaction.ACCEPTED;
    }
    Error error = response.hasRefused() ? response.getRefused() : response.getRejected();
    if (error.getCode().equals(expected.name())) {
      return Reaction.REFUSED;
    }
    throw new IOException("unexpected answer: " + response);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
