package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command that loads backups into a server. */
@Timeout(60)
class LoadCommandTest {

  private static final int KEYS = 600;
  private static final int KEYS_AT_ONCE = 50;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private YardmasterServer server;
  private YardmasterClient client;

  @BeforeEach
  void start() {
    server =
        YardmasterServer.start(
            ServerConfig.builder()
                .set("listen", "127.0.0.1:0")
                // The limit is lower than the number of keys that the command puts into its first
                // transaction.
                .set("limits.maxKeysPerTransaction", "100")
                .build(),
            List.of());
    client = YardmasterClient.connect(ClientConfig.builder().address(address()).build());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private String address() {
    return "127.0.0.1:" + server.address().getPort();
  }

  private int load(Path from, String... more) {
    return RootCommand.of(new Console(() -> 0, false))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.concat(
                    Stream.of(
                        "load",
                        "--from",
                        from.toString(),
                        "--server",
                        address(),
                        "--scratch",
                        folder.toString()),
                    Stream.of(more))
                .toArray(String[]::new));
  }

  private static Key key(int number) {
    return number % 2 == 0 ? Key.of("numbers", number) : Key.of("texts", "k" + number);
  }

  private OneShot.Result read(List<Integer> numbers) {
    OneShot.Builder reads = OneShot.builder();
    numbers.forEach(number -> reads.read(key(number)));
    return client.submit(reads.build()).toCompletableFuture().join().valueOrThrow();
  }

  /**
   * Writes and deletes keys again and again, so that the checkpoint and the log each contain a part
   * of the data.
   */
  private Map<Integer, Long> write(Path data) {
    Map<Integer, Long> written = new TreeMap<>();
    SplittableRandom random = new SplittableRandom(5);
    TransactionIds ids = new TransactionIds(System::currentTimeMillis, random::nextLong);
    PipelineConfig config =
        PipelineConfig.builder()
            .durability(Durability.in(data).withLengths(1 << 16, 1 << 16))
            .build();
    try (Pipeline pipeline = Pipeline.start(config)) {
      for (int i = 0; pipeline.counters().checkpoints() == 0 || i < KEYS; i++) {
        int first = random.nextInt(KEYS);
        long value = i;
        boolean deletes = random.nextInt(3) == 0;
        Outcome<Object> outcome =
            pipeline.execute(
                transaction -> {
                  for (int number = first; number < first + 10; number++) {
                    if (deletes) {
                      transaction.delete(key(number));
                    } else {
                      transaction.putLong(key(number), value);
                    }
                  }
                  return null;
                },
                TransactionOptions.defaults().withId(ids.next()));
        assertTrue(outcome instanceof Outcome.Committed, outcome::toString);
        for (int number = first; number < first + 10; number++) {
          written.put(number, deletes ? null : value);
        }
      }
    }
    return written;
  }

  @Test
  void theServiceHasWhatTheBackupHas() throws IOException {
    Path data = folder.resolve("data");
    Map<Integer, Long> written = write(data);
    List<String> before = names(data);
    int live =
        written.keySet().stream().filter(key -> written.get(key) != null).findFirst().orElseThrow();
    client.execute(
        transaction -> {
          transaction.putLong(key(live), -1);
          transaction.putLong(Key.of("others", 1), 7);
          return null;
        });

    assertEquals(0, load(data), err::toString);

    List<Integer> numbers = List.copyOf(written.keySet());
    for (int from = 0; from < numbers.size(); from += KEYS_AT_ONCE) {
      List<Integer> some = numbers.subList(from, Math.min(from + KEYS_AT_ONCE, numbers.size()));
      OneShot.Result found = read(some);
      for (int number : some) {
        Long value = written.get(number);
        if (value == null) {
          assertNull(found.get(key(number)), "key " + number);
        } else {
          assertEquals(value, found.getLong(key(number)), "key " + number);
        }
      }
    }
    long other = client.execute(transaction -> transaction.getLong(Key.of("others", 1)));
    assertEquals(7, other);
    assertEquals(before, names(data), "the backup is not changed");
    assertEquals(List.of("data"), names(folder), "the scratch directory is removed");
    assertTrue(out.toString().contains("outcomes left out"), out::toString);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void nothingOfADamagedBackupIsWritten() throws IOException {
    Path data = folder.resolve("data");
    write(data);
    Path checkpoint;
    try (Stream<Path> files = Files.list(data)) {
      checkpoint =
          files
              .filter(file -> file.getFileName().toString().matches("checkpoint-\\d+"))
              .max(Path::compareTo)
              .orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(checkpoint);
    // The damage is longer than the unused bytes between two blocks.
    Arrays.fill(bytes, bytes.length / 4, bytes.length / 4 * 3, (byte) 1);
    Files.write(checkpoint, bytes);

    assertEquals(1, load(data));

    assertTrue(err.toString().contains("damaged"), err::toString);
    for (int first = 0; first < KEYS; first += KEYS_AT_ONCE) {
      List<Integer> some = IntStream.range(first, first + KEYS_AT_ONCE).boxed().toList();
      OneShot.Result found = read(some);
      some.forEach(number -> assertNull(found.get(key(number)), "key " + number));
    }
  }

  @Test
  void wrongArgumentsAreNamed() {
    assertEquals(2, load(folder.resolve("missing")));
    assertTrue(err.toString().contains("there is no directory"), err::toString);
  }
}
