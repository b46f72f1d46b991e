package dev.yardmaster.server.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy between a client and a server, which forwards bytes and injects faults for a test. The
 * proxy can hold bytes back, stop forwarding, cut all connections, or refuse new connections. This
 * class is thread-safe.
 */
final class TcpProxy implements AutoCloseable {

  /** The direction of bytes: from the client to the server, or from the server to the client. */
  enum Direction {
    REQUESTS,
    ANSWERS
  }

  private final InetAddress loopback = InetAddress.getLoopbackAddress();
  private final int serverPort;
  private final ServerSocket listening;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();
  private final long[] passedBytes = new long[2];
  private final boolean[] held = new boolean[2];
  private boolean refusing;
  private boolean closed;

  TcpProxy(int serverPort) {
    this.serverPort = serverPort;
    try {
      listening = new ServerSocket(0, 100, loopback);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("proxy-accept", this::accept);
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  /** Returns the number of connections that clients have opened so far. */
  int accepted() {
    return accepted.get();
  }

  /** Holds the bytes of one direction back until {@link #release} is called. */
  synchronized void hold(Direction direction) {
    held[direction.ordinal()] = true;
  }

  synchronized void release(Direction direction) {
    held[direction.ordinal()] = false;
    notifyAll();
  }

  /**
   * Returns the number of bytes received so far for one direction, including bytes that are held
   * back.
   */
  synchronized long bytes(Direction direction) {
    return passedBytes[direction.ordinal()];
  }

  /** Sets whether the proxy closes new connections immediately. */
  synchronized void refuse(boolean value) {
    refusing = value;
  }

  /** Cuts all connections and drops the held bytes. */
  void cut() {
    for (Socket socket : List.copyOf(sockets)) {
      drop(socket);
    }
    synchronized (this) {
      notifyAll();
    }
  }

  private void drop(Socket socket) {
    sockets.remove(socket);
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      // The socket is already closed.
    }
  }

  private void accept() {
    while (true) {
      try {
        Socket client = listening.accept();
        accepted.incrementAndGet();
        if (isRefusing()) {
          client.close();
          continue;
        }
        Socket server = new Socket(loopback, serverPort);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(server);
        start("proxy-requests", () -> forward(client, server, Direction.REQUESTS));
        start("proxy-answers", () -> forward(server, client, Direction.ANSWERS));
      } catch (SocketException e) {
        if (isClosed()) {
          return;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private synchronized boolean isRefusing() {
    return refusing;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void forward(Socket from, Socket to, Direction direction) {
    byte[] bytes = new byte[64 * 1024];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      int count;
      while ((count = in.read(bytes)) >= 0) {
        passWhenAllowed(direction, count, from);
        out.write(bytes, 0, count);
      }
    } catch (IOException | InterruptedException cut) {
      // Client and server must both see the end of the connection.
    } finally {
      drop(from);
      drop(to);
    }
  }

  private synchronized void passWhenAllowed(Direction direction, int count, Socket from)
      throws InterruptedException {
    passedBytes[direction.ordinal()] += count;
    while (held[direction.ordinal()] && !from.isClosed()) {
      wait();
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    cut();
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
