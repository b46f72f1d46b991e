package dev.yardmaster.server.compatibility;

import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.compatibility.Conversation.Drain;
import dev.yardmaster.server.compatibility.Conversation.Event;
import dev.yardmaster.server.compatibility.Conversation.OutcomeText;
import dev.yardmaster.server.compatibility.Conversation.Part;
import dev.yardmaster.server.compatibility.Conversation.ToClient;
import dev.yardmaster.server.compatibility.Conversation.ToServer;
import dev.yardmaster.wire.schema.ClientFrame;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Records a conversation between this release's client and this release's server. */
final class Recorder {

  private static final int DEADLINE_S = 30;

  private Recorder() {}

  /**
   * Records a conversation.
   *
   * @param folder a folder for the server's files
   */
  static Conversation record(Path folder) throws Exception {
    try (YardmasterServer server = ConversationServer.start(folder)) {
      List<Part> parts = new ArrayList<>();
      parts.add(sdk(server.address().getPort()));
      for (RawCalls.RawPart raw : RawCalls.parts()) {
        parts.add(raw(raw, server));
      }
      return new Conversation(parts);
    }
  }

  /** Records the SDK's calls, which go through a relay. */
  private static Part sdk(int port) throws Exception {
    Part part = new Part(Conversation.SDK, Collections.synchronizedList(new ArrayList<>()));
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> relay =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = listener.accept();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                  CompletableFuture<Void> answers =
                      CompletableFuture.runAsync(() -> copy(server, client, part, ToClient::of));
                  copy(client, server, part, ToServer::of);
                  answers.get(DEADLINE_S, TimeUnit.SECONDS);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      List<String> outcomes = SdkCalls.run(listener.getLocalPort());
      relay.get(DEADLINE_S, TimeUnit.SECONDS);
      outcomes.forEach(outcome -> part.events().add(new OutcomeText(outcome)));
    }
    return part;
  }

  private static void copy(Socket from, Socket to, Part part, Function<byte[], Event> event) {
    try {
      DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
      byte[] frame;
      while ((frame = Conversation.readFrame(in)) != null) {
        part.events().add(event.apply(frame));
        to.getOutputStream().write(frame);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Part raw(RawCalls.RawPart raw, YardmasterServer server) throws Exception {
    List<Event> events = new ArrayList<>();
    CompletableFuture<Void> drain = CompletableFuture.completedFuture(null);
    try (WireClient client = new WireClient(server.address().getPort())) {
      for (Optional<byte[]> message : raw.frames()) {
        int answers;
        if (message.isPresent()) {
          byte[] frame = Conversation.framed(message.get());
          events.add(ToServer.of(frame));
          client.send(frame);
          answers = FrameMessages.answers(ClientFrame.parseFrom(message.get()));
        } else {
          events.add(new Drain());
          drain = CompletableFuture.runAsync(server::drain);
          answers = 1;
        }
        for (byte[] frame : client.frames(answers)) {
          events.add(ToClient.of(frame));
        }
      }
      client.awaitEnd();
    }
    drain.get(DEADLINE_S, TimeUnit.SECONDS);
    return new Part(raw.name(), events);
  }
}
