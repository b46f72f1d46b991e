package dev.yardmaster.jdbc.coordinator;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A coordinator that answers the first frame of each connection with fixed bytes, keeps all further
 * frames, and answers none of them.
 */
public final class ScriptedServer implements AutoCloseable {
  /** A frame with an empty welcome. */
  public static final String WELCOME = "00000002" + "0a00";

  public final AtomicInteger connections = new AtomicInteger();
  public final List<String> frames = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ServerSocket listening;
  private final byte[] greeting;

  /** Starts a server. */
  public ScriptedServer(String greeting) throws IOException {
    this.greeting = HexFormat.of().parseHex(greeting);
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (true) {
            Socket socket = listening.accept();
            sockets.add(socket);
            connections.incrementAndGet();
            daemon(() -> serve(socket));
          }
        });
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void daemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException ended) {
                // The test, or the client, has closed the socket.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      frames.add(HexFormat.of().formatHex(frame));
      if (frame[0] == 0x0a) { // hello
        socket.getOutputStream().write(greeting);
      }
    }
  }

  /** Sends bytes to all clients. */
  public void send(String frame) throws IOException {
    for (Socket socket : sockets) {
      socket.getOutputStream().write(HexFormat.of().parseHex(frame));
    }
  }

  public String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
