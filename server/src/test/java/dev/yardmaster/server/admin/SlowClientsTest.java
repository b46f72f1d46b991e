package dev.yardmaster.server.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the server closes connections of clients that send or read slowly, and still serves
 * other clients.
 */
@Timeout(60)
class SlowClientsTest {

  private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String HALF = "GET /health HTTP/1.1\r\nHost: loc";
  private static final int NEVER_MS = 300_000;
  private static final int BRIEF_MS = 300;
  private static final int DEADLINE_MS = 20_000;
  private static final int ANSWER_BYTES = 20_000_000;

  private final WatchedPipeline watched = new WatchedPipeline();
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    watched.close();
  }

  private Socket connect(String text) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), watched.port()));
    socket.setSoTimeout(DEADLINE_MS);
    send(socket, text);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads one answer of {@code /health}. */
  private static String answer(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("healthy\n") < 0) {
      int read = in.read();
      assertTrue(read >= 0, "the connection is closed after: " + answer);
      answer.append((char) read);
    }
    return answer.toString();
  }

  /** Waits until the server has closed a connection that has no more answers. */
  private static void assertClosed(Socket socket) throws IOException {
    assertEquals(-1, socket.getInputStream().read());
  }

  /** Sends a header, one byte in about 10 ms, until the server closes the connection. */
  private static void drip(Socket socket) throws IOException {
    socket.setSoTimeout(10);
    long beganNs = System.nanoTime();
    try {
      while (true) {
        assertTrue(System.nanoTime() - beganNs < DEADLINE_MS * 1_000_000L, "it is not closed");
        socket.getOutputStream().write('x');
        try {
          assertEquals(-1, socket.getInputStream().read());
          return;
        } catch (SocketTimeoutException stillOpen) {
          // The time for the next byte has come.
        }
      }
    } catch (IOException reset) {
      // The server had closed the connection before the last byte.
    }
  }

  @Test
  void bytesDoNotExtendTheDeadlineOfARequest() throws IOException {
    watched.listen(new AdminDeadlines(BRIEF_MS, NEVER_MS, NEVER_MS));
    drip(connect("GET /health HTTP/1.1\r\nX: "));
    Socket second = connect(HEALTH);
    assertTrue(answer(second).startsWith("HTTP/1.1 200 "));
    send(second, "GET /health HTTP/1.1\r\nX: ");
    drip(second);
  }

  @Test
  void aKeptConnectionMayIdleButNotBeginARequestForLong() throws IOException {
    watched.listen(new AdminDeadlines(BRIEF_MS, NEVER_MS, NEVER_MS));
    Socket kept = connect(HEALTH);
    String answered = answer(kept);
    assertTrue(answered.startsWith("HTTP/1.1 200 "), answered);
    // Another connection, opened later, has reached its deadline.
    assertClosed(connect(""));
    send(kept, HEALTH);
    assertEquals(answered, answer(kept));
    send(kept, "G");
    assertClosed(kept);
  }

  @Test
  void aRequestThatBeginsBehindAnotherHasTheSameDeadline() throws IOException {
    watched.listen(new AdminDeadlines(BRIEF_MS, NEVER_MS, NEVER_MS));
    Socket socket = connect(HEALTH + "G");
    assertTrue(answer(socket).startsWith("HTTP/1.1 200 "));
    assertClosed(socket);
  }

  @Test
  void aKeptConnectionIsClosedAfterTheIdleTime() throws IOException {
    watched.listen(new AdminDeadlines(NEVER_MS, NEVER_MS, BRIEF_MS));
    Socket socket = connect(HEALTH);
    assertTrue(answer(socket).startsWith("HTTP/1.1 200 "));
    assertClosed(socket);
  }

  @Test
  void anAnswerThatIsNotReadHasADeadline() throws IOException {
    // The answer is longer than the buffers of the operating system.
    watched.notReady.set(Optional.of("x".repeat(ANSWER_BYTES)));
    watched.listen(new AdminDeadlines(4 * BRIEF_MS, BRIEF_MS, NEVER_MS));
    Socket unread = connect("GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n");
    // The first bytes show that the answer has begun.
    assertEquals("HTTP/1.1 503", new String(unread.getInputStream().readNBytes(12), US_ASCII));
    // Another connection, opened later, has reached its longer deadline.
    assertClosed(connect(""));
    long length = 0;
    try {
      byte[] bytes = new byte[1 << 16];
      for (int read = 0; read >= 0; read = unread.getInputStream().read(bytes)) {
        length += read;
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection is not closed", e);
    } catch (IOException reset) {
      // The connection is closed, too.
    }
    assertTrue(length < ANSWER_BYTES, "the server kept the answer until the client read it");
  }

  @Test
  void slowConnectionsMakeRoomForAHealthCheck() throws Exception {
    watched.listen();
    AtomicInteger opened = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), watched.port());
    int slow = AdminConnections.MAX_CONNECTIONS + 32;
    CompletableFuture<Void> attack =
        CompletableFuture.runAsync(
            () -> {
              try {
                attack(address, slow, opened, done);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
    try {
      long beganNs = System.nanoTime();
      while (opened.get() < slow) {
        assertTrue(System.nanoTime() - beganNs < DEADLINE_MS * 1_000_000L && !attack.isDone());
        LockSupport.parkNanos(1_000_000);
      }
      for (int i = 0; i < 50; i++) {
        long sentNs = System.nanoTime();
        Socket check = connect(HEALTH);
        check.setSoTimeout(1_000);
        assertTrue(answer(check).startsWith("HTTP/1.1 200 "));
        assertTrue(System.nanoTime() - sentNs < 1_000_000_000L, "check " + i);
        check.close();
      }
    } finally {
      done.set(true);
      attack.join();
    }
    assertTrue(opened.get() > slow, "no connection was displaced and opened again");
  }

  /** Keeps a number of connections with half a request, and replaces closed connections. */
  private static void attack(
      InetSocketAddress address, int connections, AtomicInteger opened, AtomicBoolean done)
      throws IOException {
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < connections; i++) {
        openSlowly(address, selector, opened);
      }
      ByteBuffer bytes = ByteBuffer.allocate(16);
      while (!done.get()) {
        selector.select(20);
        for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
          SocketChannel closed = (SocketChannel) keys.next().channel();
          keys.remove();
          try {
            bytes.clear();
            assertTrue(closed.read(bytes) < 0, "half a request has an answer");
          } catch (IOException reset) {
            // The connection is closed, too.
          }
          closed.close();
          openSlowly(address, selector, opened);
        }
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    }
  }

  private static void openSlowly(InetSocketAddress address, Selector selector, AtomicInteger opened)
      throws IOException {
    SocketChannel slow = SocketChannel.open(address);
    slow.write(ByteBuffer.wrap(HALF.getBytes(StandardCharsets.ISO_8859_1)));
    slow.configureBlocking(false);
    slow.register(selector, SelectionKey.OP_READ);
    opened.incrementAndGet();
  }
}
