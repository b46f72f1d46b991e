package dev.yardmaster.server.compatibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.yardmaster.server.compatibility.Conversation.Event;
import dev.yardmaster.server.compatibility.Conversation.Part;
import dev.yardmaster.server.compatibility.Conversation.ToClient;
import dev.yardmaster.server.compatibility.Conversation.ToServer;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server that sends the kept frames of a connection to a client. The server waits for a client's
 * message where the recorded client sent a message, and checks that the kinds of both messages are
 * equal. A client chooses the numbers of its requests, so the kept answers get the numbers of the
 * present client's requests.
 */
final class PlayedServer implements AutoCloseable {

  private static final int DEADLINE_S = 30;

  private final Part part;
  private final ServerSocket listener;
  private final CompletableFuture<Void> played = new CompletableFuture<>();
  private final Deque<String> kinds = new ArrayDeque<>();
  private final Deque<Request> requests = new ArrayDeque<>();
  private final Map<Long, Long> numbers = new HashMap<>();
  private DataInputStream in;

  PlayedServer(Part part) throws IOException {
    this.part = part;
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::run, "played-server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Waits until all frames are sent. Throws the failure if the client did not send its frames. */
  void awaitPlayed() throws Exception {
    played.get(DEADLINE_S, TimeUnit.SECONDS);
  }

  private void run() {
    try (Socket client = listener.accept()) {
      client.setTcpNoDelay(true);
      client.setSoTimeout((int) TimeUnit.SECONDS.toMillis(DEADLINE_S));
      in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      for (Event event : part.events()) {
        if (event instanceof ToServer kept) {
          expect(ClientFrame.parseFrom(Conversation.message(kept.frame())));
        } else if (event instanceof ToClient kept) {
          client.getOutputStream().write(numbered(kept.frame()));
        }
      }
      played.complete(null);
    } catch (Throwable failure) {
      played.completeExceptionally(failure);
    }
  }

  private void expect(ClientFrame kept) throws IOException {
    Deque<Request> keptRequests = new ArrayDeque<>(kept.getRequestsList());
    for (String kind : FrameMessages.kinds(kept)) {
      while (kinds.isEmpty()) {
        byte[] frame = Conversation.readFrame(in);
        assertNotNull(frame, () -> "the client ended before its message " + kind);
        ClientFrame sent = ClientFrame.parseFrom(Conversation.message(frame));
        kinds.addAll(FrameMessages.kinds(sent));
        requests.addAll(sent.getRequestsList());
      }
      String found = kinds.poll();
      assertEquals(kind, found, "the client sent another message");
      if (!isRequest(kind)) {
        continue;
      }
      long keptNumber = keptRequests.poll().getRequestId();
      assertNotEquals(0, keptNumber, () -> "a kept request has no number: " + kept);
      numbers.put(keptNumber, requests.poll().getRequestId());
    }
  }

  private static boolean isRequest(String kind) {
    return !kind.equals("hello") && !kind.equals("ping") && !kind.equals("goodbye");
  }

  private byte[] numbered(byte[] kept) throws IOException {
    ServerFrame.Builder frame = ServerFrame.parseFrom(Conversation.message(kept)).toBuilder();
    boolean isAsKept = true;
    for (Response.Builder response : frame.getResponsesBuilderList()) {
      Long today = numbers.get(response.getRequestId());
      assertNotNull(today, () -> "a kept answer is to no request: " + response);
      isAsKept &= today == response.getRequestId();
      response.setRequestId(today);
    }
    return isAsKept ? kept : Conversation.framed(frame.build().toByteArray());
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
