package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.security.Authentication;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import dev.yardmaster.server.security.TokensFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ServerCommandsTest {

  private static final long NOW_MS = Instant.parse("2027-01-15T08:00:00Z").toEpochMilli();

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object command, String... arguments) {
    return new CommandLine(command)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private int serve(String... arguments) {
    return run(new ServeCommand(Map.of("YARDMASTER_PIPELINE_BATCH_SIZE", "64")), arguments);
  }

  private int token(String... arguments) {
    return run(new TokenCommand(new SecureRandom(), () -> NOW_MS), arguments);
  }

  @Test
  void printsWhatItWouldStartWith() throws Exception {
    Path file =
        Files.writeString(folder.resolve("y.yaml"), "listen: 127.0.0.1:1\nlog.format: json\n");
    int code =
        serve(
            "--config",
            file.toString(),
            "--listen",
            "127.0.0.1:3",
            "--admin",
            "none",
            "--procedures",
            "a.jar",
            "b.jar",
            "--set",
            "timeouts.drain=3s",
            "--set=log.level=warn",
            "--print-config");
    assertEquals(0, code, err.toString());
    Path printed = Files.writeString(folder.resolve("printed.yaml"), out.toString());
    ServerConfig expected =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:3")
            .set("admin.listen", "none")
            .set("procedures", "a.jar,b.jar")
            .set("timeouts.drain", "3s")
            .set("log.level", "warn")
            .set("log.format", "json")
            .set("pipeline.batchSize", "64")
            .build();
    ServerConfig actual = ServerConfig.load(Optional.of(printed), Map.of(), Map.of());
    ServerOptions.all()
        .forEach(option -> assertEquals(expected.get(option), actual.get(option), option.name()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--set log.level", "--set =1", "--set listen=a:1 --listen b:1"})
  void refusesSettingsThatSayNothingOrTwoThings(String arguments) {
    assertEquals(2, serve(arguments.split(" ", -1)));
  }

  @Test
  void refusesAnUnsafeAddress() {
    assertEquals(1, serve("--listen", "0.0.0.0:0", "--admin", "none"));
    assertTrue(err.toString().contains("can be reached from other machines"), err.toString());
  }

  @Test
  void makesATokenThatLetsIn() {
    Path file = folder.resolve("tokens");
    assertEquals(0, token("orders", "--roles", "read,write", "--file", file.toString()));
    String text = out.toString().trim();
    Principal principal =
        Authentication.by(TokensFile.open(file), () -> 0).identify(text, null).principal();
    assertEquals(new Principal("orders", Set.of(Role.READ, Role.WRITE)), principal);
  }

  @Test
  void letsACertificateIn() throws Exception {
    Path file = folder.resolve("tokens");
    assertEquals(0, token("metrics", "--roles=admin", "--certificate", "--file", file.toString()));
    assertEquals("metrics admin certificate\n", Files.readString(file));
  }

  @Test
  void limitsATokenInTablesProceduresAndTime() {
    Path file = folder.resolve("tokens");
    String rights = "orders --roles write --tables orders,stock.* --procedures pay";
    assertEquals(
        0, token((rights + " --until 2027-01-31T00:00:00Z --file " + file).split(" ", -1)));
    Authentication late =
        Authentication.by(
            TokensFile.open(file), () -> Instant.parse("2027-01-30T23:59:59Z").toEpochMilli());
    assertEquals(
        Principal.of("orders", Set.of(Role.WRITE), "orders,stock.*", "pay"),
        late.identify(out.toString().trim(), null).principal());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders --roles all",
        "or!ders --roles read",
        "orders",
        "orders --roles read --tables or*ders",
        "orders --roles read --until tomorrow",
        "orders --roles read --until 2027-01-15T08:00:00Z"
      })
  void refusesWrongUsage(String arguments) {
    Path file = folder.resolve("tokens");
    assertEquals(2, token((arguments + " --file " + file).split(" ", -1)));
    assertFalse(Files.exists(file));
  }
}
