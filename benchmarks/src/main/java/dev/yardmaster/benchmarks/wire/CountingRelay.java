package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Relays bytes between clients and a server on loopback, and counts the bytes. The relay uses two
 * threads for each connection. Therefore the relay serves only a small number of connections, and
 * no measurement runs through it.
 */
final class CountingRelay implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final ServerSocket listening;
  private final int serverPort;
  private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicLong toServer = new AtomicLong();
  private final AtomicLong fromServer = new AtomicLong();

  CountingRelay(int serverPort) {
    this.serverPort = serverPort;
    try {
      listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new WorkloadFailure("cannot listen on loopback: " + e.getMessage(), e);
    }
    start(this::accept, "relay");
  }

  int port() {
    return listening.getLocalPort();
  }

  long bytesToServer() {
    return toServer.get();
  }

  long bytesFromServer() {
    return fromServer.get();
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        sockets.add(client);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        sockets.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        start(() -> pass(client, server, toServer), "relay to the server");
        start(() -> pass(server, client, fromServer), "relay from the server");
      }
    } catch (IOException e) {
      closeSockets(); // The exception is ignored: the relay is closed, or the server has ended.
    }
  }

  private static void pass(Socket from, Socket to, AtomicLong count) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        count.addAndGet(length);
        out.write(buffer, 0, length);
      }
    } catch (IOException e) {
      // The exception is ignored, because one end has closed its connection. The caller then closes
      // the connection to the other end.
    }
  }

  private void closeSockets() {
    for (Socket socket : sockets) {
      close(socket);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The exception is ignored, because the socket is no longer used.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      // The exception is ignored, because the socket is no longer used.
    }
    closeSockets();
  }
}
