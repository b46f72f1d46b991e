package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests backups of a running server. */
class BackupCommandTest {

  private static final Key FIRST = Key.of("counters", 1);
  private static final Key SECOND = Key.of("counters", 2);
  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine command = RootCommand.of(new Console(() -> 0, false));
    return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
  }

  private ServerConfig.Builder config() {
    return ServerConfig.builder().set("listen", "127.0.0.1:0").set("admin.listen", "127.0.0.1:0");
  }

  private YardmasterServer durable() {
    return YardmasterServer.start(
        config().set("data", folder.resolve("data").toString()).build(), List.of());
  }

  private static String admin(YardmasterServer server) {
    return "127.0.0.1:" + server.adminAddress().orElseThrow().getPort();
  }

  private int backup(YardmasterServer server, Path to, String... more) {
    String[] arguments = new String[5 + more.length];
    System.arraycopy(
        new String[] {"backup", "--server", admin(server), "--to", to.toString()},
        0,
        arguments,
        0,
        5);
    System.arraycopy(more, 0, arguments, 5, more.length);
    return run(arguments);
  }

  private static void count(Pipeline pipeline, long number) {
    pipeline.execute(
        transaction -> {
          transaction.putLong(FIRST, number);
          transaction.putLong(SECOND, number);
          return null;
        });
  }

  private static void fill(Pipeline pipeline) {
    for (int i = 0; i < 30; i++) {
      Key key = Key.of("large", i);
      pipeline.execute(
          transaction -> {
            transaction.put(key, new byte[500_000]);
            return null;
          });
    }
  }

  private static long counted(Path data) {
    try (Pipeline copy =
        Pipeline.start(PipelineConfig.builder().durability(Durability.in(data)).build())) {
      return copy.execute(
          transaction -> {
            long first = transaction.getLong(FIRST);
            assertEquals(first, transaction.getLong(SECOND), "no transaction is there in part");
            return first;
          });
    }
  }

  @Test
  void hasAllAcknowledgedCommitsWhileTheServerCommits() throws InterruptedException {
    Path to = folder.resolve("backup");
    try (YardmasterServer server = durable()) {
      fill(server.pipeline());
      AtomicLong acknowledged = new AtomicLong();
      AtomicBoolean ends = new AtomicBoolean();
      count(server.pipeline(), 1);
      Thread client =
          new Thread(
              () -> {
                for (long i = 2; !ends.get(); i++) {
                  count(server.pipeline(), i);
                  acknowledged.set(i);
                }
              });
      client.start();
      long before = acknowledged.get();
      int code = backup(server, to);
      ends.set(true);
      client.join(TimeUnit.NANOSECONDS.toMillis(DEADLINE_NS));
      assertEquals(0, code, err::toString);
      assertTrue(out.toString().contains("The backup is complete"), out::toString);
      long counted = counted(to);
      assertTrue(before <= counted && counted <= acknowledged.get());
      assertEquals(1, backup(server, to), "the directory is not empty");
      assertTrue(err.toString().contains("must not exist, or be an empty directory"));
    }
  }

  @Test
  void anEngineOpensOnTheBackupOfAnEngine() {
    Path to = folder.resolve("backup");
    ServerConfig engine =
        config().set("engine", "plor").set("data", folder.resolve("data").toString()).build();
    try (YardmasterServer server = YardmasterServer.start(engine, List.of());
        YardmasterClient client = connect(server)) {
      client.execute(transaction -> putFirst(transaction, 7));
      assertEquals(0, backup(server, to), err::toString);
      client.execute(transaction -> putFirst(transaction, 8));
    }
    ServerConfig restored = engine.toBuilder().set("data", to.toString()).build();
    try (YardmasterServer server = YardmasterServer.start(restored, List.of());
        YardmasterClient client = connect(server)) {
      long first = client.execute(transaction -> transaction.getLong(FIRST));
      assertEquals(7, first);
    }
  }

  private static YardmasterClient connect(YardmasterServer server) {
    return YardmasterClient.connect(
        ClientConfig.builder().address("127.0.0.1:" + server.address().getPort()).build());
  }

  private static Object putFirst(Transaction transaction, long number) {
    transaction.putLong(FIRST, number);
    return null;
  }

  @Test
  void aClientThatVanishesLeavesTheServerReadyForTheNext() throws IOException {
    try (YardmasterServer server = durable()) {
      fill(server.pipeline());
      count(server.pipeline(), 7);
      int port = server.adminAddress().orElseThrow().getPort();
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket
            .getOutputStream()
            .write(
                "POST /api/backup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        assertTrue(socket.getInputStream().readNBytes(100_000).length == 100_000);
        assertEquals(1, backup(server, folder.resolve("refused")), "one at a time");
        assertTrue(err.toString().contains("another such request is under way"), err::toString);
      }
      assertFalse(Files.exists(folder.resolve("refused.tmp")));
      long endNs = System.nanoTime() + DEADLINE_NS;
      Path to = folder.resolve("backup");
      int code = backup(server, to);
      while (code != 0 && System.nanoTime() < endNs) {
        code = backup(server, to);
      }
      assertEquals(0, code, err::toString);
      assertEquals(7, counted(to));
    }
  }

  @Test
  void needsTheRoleAdmin() throws IOException {
    Path tokens = folder.resolve("tokens");
    String admin = token("operator", "admin", tokens);
    String reader = token("reader", "read", tokens);
    try (YardmasterServer server =
        YardmasterServer.start(
            config()
                .set("data", folder.resolve("data").toString())
                .set("security.tokensFile", tokens.toString())
                .set("audit.file", folder.resolve("audit").toString())
                .build(),
            List.of())) {
      assertEquals(1, backup(server, folder.resolve("none")));
      assertTrue(err.toString().contains("401"), err::toString);
      assertEquals(1, backup(server, folder.resolve("none"), "--token-file", reader));
      assertEquals(
          0, backup(server, folder.resolve("backup"), "--token-file", admin), err::toString);
    }
    List<String> audited =
        Files.readAllLines(folder.resolve("audit")).stream()
            .map(line -> line.replaceAll("\"(time|remote)\":\"[^\"]*\",?", ""))
            .toList();
    assertEquals(
        List.of(
            "{\"what\":\"admin\",\"outcome\":\"refused\",\"code\":\"UNAUTHENTICATED\"}",
            "{\"what\":\"admin\",\"principal\":\"reader\",\"outcome\":\"refused\","
                + "\"code\":\"FORBIDDEN\"}",
            "{\"what\":\"backup\",\"principal\":\"operator\",\"outcome\":\"begun\"}",
            "{\"what\":\"backup\",\"principal\":\"operator\",\"outcome\":\"sent\"}"),
        audited);
  }

  private String token(String name, String role, Path tokens) throws IOException {
    StringWriter printed = new StringWriter();
    CommandLine command = RootCommand.of(new Console(() -> 0, false));
    command.setOut(new PrintWriter(printed)).setErr(new PrintWriter(err));
    assertEquals(
        0,
        command.execute("token", name, "--roles", role, "--file", tokens.toString()),
        err::toString);
    String token =
        printed
            .toString()
            .lines()
            .map(String::strip)
            .filter(line -> !line.contains(" "))
            .findFirst()
            .orElseThrow();
    return Files.writeString(folder.resolve(name), token).toString();
  }

  @Test
  void aServerInMemoryHasNothingToBackUp() {
    try (YardmasterServer server = YardmasterServer.start(config().build(), List.of())) {
      assertEquals(1, backup(server, folder.resolve("backup")));
      assertTrue(err.toString().contains("in memory has nothing to back up"), err::toString);
    }
    assertEquals(2, run("backup", "--server", "nowhere:x", "--to", "y"));
    assertFalse(Files.exists(folder.resolve("backup.tmp")));
  }
}
