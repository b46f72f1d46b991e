package dev.yardmaster.server.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.procedures.CompiledJar;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compiles the procedure of the embedding guide from the text of the guide, and runs it, unchanged,
 * at a server: argument and result travel between client and server.
 */
@Timeout(60)
class EmbeddingGuideTest {

  private static final Path GUIDE = Path.of("..", "docs", "guide-embedding.md");

  @TempDir private Path folder;

  private static String snippet(String name) throws IOException {
    Matcher code =
        Pattern.compile("<!-- snippet: " + name + " -->\n```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
    assertTrue(code.find(), name);
    return code.group(1);
  }

  private static String source() throws IOException {
    return """
        package example;

        import dev.yardmaster.api.*;
        import java.util.concurrent.CompletionStage;

        public final class Guide {
        """
        + snippet("procedure")
        + "public static CompletionStage<Outcome<Long>> run(TransactionService service) {\n"
        + snippet("submit")
        + "return stage;\n}\n}\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"pipeline", "silo"})
  // The cast is safe, because the guide's code returns this type.
  @SuppressWarnings("unchecked")
  void theTransferRunsAtAServer(String engine) throws IOException, ReflectiveOperationException {
    Path jar = CompiledJar.of(folder.resolve("guide.jar"), "example.Guide", source());
    ServerConfig config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set("engine", engine)
            .build();
    try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      Class<?> guide = classes.loadClass("example.Guide");
      Field procedure = guide.getDeclaredField("TRANSFER");
      procedure.setAccessible(true);
      try (YardmasterServer server =
              YardmasterServer.start(config, List.of((Procedure<?, ?>) procedure.get(null)));
          YardmasterClient client =
              YardmasterClient.connect(
                  ClientConfig.of("127.0.0.1:" + server.address().getPort()))) {
        Key from = Key.of("checking", 1);
        Key to = Key.of("checking", 2);
        client.call(OneShot.builder().putLong(from, 700).build());
        var stage =
            (CompletionStage<Outcome<Long>>)
                guide.getMethod("run", TransactionService.class).invoke(null, client);
        Outcome<Long> outcome = stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
        assertEquals(200L, outcome.valueOrThrow());
        OneShot.Result result = client.call(OneShot.builder().read(from).read(to).build());
        assertEquals(200, result.getLong(from));
        assertEquals(500, result.getLong(to));
      }
    }
  }
}
