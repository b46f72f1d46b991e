package dev.yardmaster.server.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.procedures.CompiledJar;
import dev.yardmaster.server.procedures.ProcedureJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the code of the operations guide, and checks the names that the guide uses. */
class OperationsGuideTest {

  private static final Path GUIDE = Path.of("..", "docs", "guide-operations.md");
  private static final String IMPORTS =
      """
      package example;
      import dev.yardmaster.api.*;
      """;

  @TempDir private Path folder;

  @Test
  void theProcedureRunsAsTheGuideShowsIt() throws IOException {
    Matcher code =
        Pattern.compile("<!-- snippet: procedure -->\n```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
    assertTrue(code.find());
    Path jar =
        CompiledJar.of(folder.resolve("deposit.jar"), "example.Deposit", IMPORTS + code.group(1));
    ServerConfig config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set(ServerOptions.PROCEDURES, List.of(jar))
            .build();
    try (ProcedureJars jars = ProcedureJars.load(config.get(ServerOptions.PROCEDURES));
        YardmasterServer server = YardmasterServer.start(config, jars.procedures())) {
      String address = "127.0.0.1:" + server.address().getPort();
      try (YardmasterClient client = YardmasterClient.connect(ClientConfig.of(address))) {
        Outcome<Object> outcome =
            client.submit("deposit", List.of(17L, 50L)).toCompletableFuture().join();
        assertEquals(50L, outcome.valueOrThrow());
      }
    }
  }

  @Test
  void theLimitsAreOptionsAndTheErrorsAreCodes() throws IOException {
    String guide = Files.readString(GUIDE);
    String limits = guide.substring(guide.indexOf("## Limits"), guide.indexOf("## The log"));
    Matcher option = Pattern.compile("`([a-z]+\\.[A-Za-z]+)`").matcher(limits);
    int options = 0;
    while (option.find()) {
      assertTrue(ServerOptions.named(option.group(1)).isPresent(), option.group(1));
      options++;
    }
    assertTrue(options > 10);
    List<String> codes = Arrays.stream(ErrorCode.values()).map(Enum::name).toList();
    Matcher code = Pattern.compile("`([A-Z_]+)`").matcher(limits);
    while (code.find()) {
      assertTrue(codes.contains(code.group(1)), code.group(1));
    }
    ServerOptions.all().stream()
        .filter(known -> known.name().startsWith("limits.max"))
        .forEach(known -> assertTrue(limits.contains(known.name()), known.name()));
  }
}
