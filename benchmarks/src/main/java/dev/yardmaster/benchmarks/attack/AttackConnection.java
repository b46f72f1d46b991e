package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;

/** A connection of an attacker, which can send any bytes. Its end is a TCP reset. */
final class AttackConnection implements Closeable {

  private static final int TIMEOUT_MS = 5_000;

  private final Socket socket;
  private final DataInputStream in;

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

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
