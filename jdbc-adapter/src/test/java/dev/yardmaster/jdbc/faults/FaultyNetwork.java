package dev.yardmaster.jdbc.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy on loopback between clients and a server. The proxy can hold back what either side
 * sends, and drop all connections. A drop loses everything that is held back.
 */
final class FaultyNetwork implements AutoCloseable {
  private static final int BUFFER_BYTES = 8_192;

  private final ServerSocket listener;
  private final int serverPort;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object gate = new Object();

  /** Guarded by {@code gate}. */
  private boolean holdsRequests;

  /** Guarded by {@code gate}. */
  private boolean holdsAnswers;

  FaultyNetwork(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Holds back what clients send. */
  void holdRequests() {
    synchronized (gate) {
      holdsRequests = true;
    }
  }

  /** Holds back what the server sends. */
  void holdAnswers() {
    synchronized (gate) {
      holdsAnswers = true;
    }
  }

  /** Forwards what was held back, and all that follows. */
  void resume() {
    synchronized (gate) {
      holdsRequests = false;
      holdsAnswers = false;
      gate.notifyAll();
    }
  }

  /** Resets all connections, and accepts new connections. */
  void drop() {
    sockets.forEach(FaultyNetwork::reset);
    resume();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "faulty-network");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        connect(listener.accept());
      } catch (IOException closed) {
        // Either the proxy is closed, or the connection ended before it could be used.
      }
    }
  }

  private void connect(Socket client) {
    sockets.add(client);
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      start(() -> forward(client, server, false));
      start(() -> forward(server, client, true));
    } catch (IOException refused) {
      end(client);
    }
  }

  private void forward(Socket from, Socket to, boolean areAnswers) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        awaitGate(areAnswers);
        out.write(buffer, 0, length);
      }
    } catch (IOException | InterruptedException ended) {
      // One side has ended the connection, or the connection was dropped.
    }
    end(from);
    end(to);
  }

  private void awaitGate(boolean areAnswers) throws InterruptedException {
    synchronized (gate) {
      while (areAnswers ? holdsAnswers : holdsRequests) {
        gate.wait();
      }
    }
  }

  /** Closes a socket so that the other side sees a reset, and nothing that was held back. */
  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException alreadyClosed) {
      // The socket is closed.
    }
  }

  private void end(Socket socket) {
    sockets.remove(socket);
    try {
      socket.close();
    } catch (IOException alreadyClosed) {
      // The socket is closed.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    drop();
  }
}
