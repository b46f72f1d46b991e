package dev.yardmaster.server.compatibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.yardmaster.wire.schema.ServerFrame;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection that sends the given frames unchanged, and returns the server's frames unchanged.
 */
final class WireClient implements AutoCloseable {

  private static final int DEADLINE_MS = 20_000;

  private final Socket socket;
  private final DataInputStream in;

  WireClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(DEADLINE_MS);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  void send(byte[] frame) throws IOException {
    socket.getOutputStream().write(frame);
  }

  /** Reads frames until they have this number of messages. */
  List<byte[]> frames(int messages) throws IOException {
    List<byte[]> frames = new ArrayList<>();
    int found = 0;
    while (found < messages) {
      byte[] frame = Conversation.readFrame(in);
      assertNotNull(frame, "the connection ended before the answer");
      frames.add(frame);
      found += FrameMessages.messages(ServerFrame.parseFrom(Conversation.message(frame)));
    }
    return frames;
  }

  /** Waits until the server closes the connection, and fails if a further frame arrives. */
  void awaitEnd() throws IOException {
    assertEquals(-1, in.read(), "the server must close the connection");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
