package dev.yardmaster.server.compatibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.compatibility.Conversation.Drain;
import dev.yardmaster.server.compatibility.Conversation.Event;
import dev.yardmaster.server.compatibility.Conversation.Part;
import dev.yardmaster.server.compatibility.Conversation.ToClient;
import dev.yardmaster.server.compatibility.Conversation.ToServer;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.ServerFrame;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Replays the conversations of earlier releases against the current server and the current client.
 * For each release, there is a file with the conversation and a file with the fields of the
 * release's schema. {@code mvn test -pl server -am
 * -Dtest='KeptConversationTest#writesTheConversationOfARelease' -Dconversation.write=0.1.0
 * -Dsurefire.failIfNoSpecifiedTests=false} writes both files of release 0.1.0. The test never
 * replaces an existing file.
 */
@Timeout(120)
class KeptConversationTest {

  private static final Path KEPT = Path.of("src", "test", "resources", "conversations");
  private static final String ENDING = ".txt";
  private static final String WRITE = System.getProperty("conversation.write");
  private static final int DEADLINE_S = 30;

  @TempDir private Path folder;

  /** Returns the files in the order of their releases. */
  static List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(KEPT)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .sorted(Comparator.comparing(KeptConversationTest::release))
          .toList();
    }
  }

  private static ModuleDescriptor.Version release(Path file) {
    return ModuleDescriptor.Version.parse(file.getFileName().toString().replace(ENDING, ""));
  }

  /** Returns the file with the schema of a conversation's release. */
  private static Path schemaOf(Path file) {
    return file.resolveSibling(file.getFileName().toString().replace(ENDING, ".fields"));
  }

  @Test
  void writesTheConversationOfARelease() throws Exception {
    assumeTrue(WRITE != null, "a file is written only on request");
    Path file = KEPT.resolve(WRITE + ENDING);
    assertFalse(Files.exists(file), () -> file + " is kept as it is");
    Recorder.record(folder).write(file);
    KeptSchema.write(schemaOf(file));
  }

  @ParameterizedTest
  @MethodSource("kept")
  void theServerAnswersAnEarlierClientAsItDid(Path file) throws Exception {
    KeptSchema schema = KeptSchema.read(schemaOf(file));
    try (YardmasterServer server = ConversationServer.start(folder)) {
      for (Part part : Conversation.read(file).parts()) {
        assertAnswered(part, server, schema);
      }
    }
  }

  private static void assertAnswered(Part part, YardmasterServer server, KeptSchema schema)
      throws Exception {
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    CompletableFuture<Void> drain = CompletableFuture.completedFuture(null);
    try (WireClient client = new WireClient(server.address().getPort())) {
      for (Event event : part.events()) {
        if (event instanceof ToServer kept) {
          client.send(kept.frame());
        } else if (event instanceof ToClient kept) {
          List<String> messages = texts(kept.frame(), schema);
          expected.addAll(messages);
          for (byte[] frame : client.frames(expected.size() - found.size())) {
            found.addAll(texts(frame, schema));
          }
        } else if (event instanceof Drain) {
          drain = CompletableFuture.runAsync(server::drain);
        }
      }
      // Answers may arrive in any order, but an answer must not arrive twice.
      Collections.sort(expected);
      Collections.sort(found);
      assertEquals(
          String.join("\n", expected), String.join("\n", found), () -> "part: " + part.name());
      client.awaitEnd();
    }
    drain.get(DEADLINE_S, TimeUnit.SECONDS);
  }

  private static List<String> texts(byte[] frame, KeptSchema schema) throws IOException {
    return FrameMessages.texts(ServerFrame.parseFrom(Conversation.message(frame)), schema);
  }

  @ParameterizedTest
  @MethodSource("kept")
  void theClientUnderstandsAnEarlierServerAsItDid(Path file) throws Exception {
    Part kept = part(Conversation.read(file), Conversation.SDK);
    try (PlayedServer server = new PlayedServer(kept)) {
      List<String> outcomes = SdkCalls.run(server.port());
      server.awaitPlayed();
      assertEquals(String.join("\n", kept.outcomes()), String.join("\n", outcomes));
    }
  }

  @ParameterizedTest
  @MethodSource("kept")
  void theClientUnderstandsAnEarlierRefusal(Path file) throws Exception {
    Conversation conversation = Conversation.read(file);
    List<String> refusals = new ArrayList<>();
    for (String name : List.of("a version of the future", "a missing token")) {
      try (PlayedServer server = new PlayedServer(part(conversation, name))) {
        YardmasterException refused =
            assertThrows(
                YardmasterException.class,
                () -> YardmasterClient.connect(SdkCalls.config(server.port(), "")).close());
        server.awaitPlayed();
        refusals.add(refused.code().name());
      }
    }
    assertEquals(List.of("UNSUPPORTED_VERSION", "UNAUTHENTICATED"), refusals);
  }

  private static Part part(Conversation conversation, String name) {
    return conversation.parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * If the newest conversation lacked a field, the number of this field could change without a
   * failure. Fields that were added after the newest release need no conversation yet.
   */
  @Test
  void theNewestConversationHasEveryFieldOfItsSchema() throws IOException {
    Set<String> found = new TreeSet<>();
    List<Path> files = kept();
    Path newest = files.get(files.size() - 1);
    for (Part part : Conversation.read(newest).parts()) {
      for (Event event : part.events()) {
        if (event instanceof ToServer kept) {
          addFields(ClientFrame.parseFrom(Conversation.message(kept.frame())), found);
        } else if (event instanceof ToClient kept) {
          addFields(ServerFrame.parseFrom(Conversation.message(kept.frame())), found);
        }
      }
    }
    KeptSchema schema = KeptSchema.read(schemaOf(newest));
    Set<String> all = new TreeSet<>();
    for (Descriptor message : ClientFrame.getDescriptor().getFile().getMessageTypes()) {
      message.getFields().stream()
          .filter(schema::has)
          .forEach(field -> all.add(field.getFullName()));
    }
    assertEquals(String.join("\n", all), String.join("\n", found));
  }

  private static void addFields(Message message, Set<String> names) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              names.add(field.getFullName());
              if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                List<?> messages = value instanceof List<?> list ? list : List.of(value);
                messages.forEach(inner -> addFields((Message) inner, names));
              }
            });
  }
}
