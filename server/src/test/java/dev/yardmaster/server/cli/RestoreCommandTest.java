package dev.yardmaster.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RestoreCommandTest {

  private static final Key KEY = Key.of("visits", "all");

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine command = RootCommand.of(new Console(() -> 0, false));
    return command
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(Stream.concat(Stream.of("restore"), Stream.of(arguments)).toArray(String[]::new));
  }

  private static PipelineConfig config(Path data) {
    return PipelineConfig.builder().durability(Durability.in(data)).build();
  }

  @Test
  void restoresUpToAVersion() {
    Path data = folder.resolve("data");
    try (Pipeline pipeline = Pipeline.start(config(data))) {
      for (long i = 1; i <= 5; i++) {
        long visits = i;
        pipeline.execute(
            transaction -> {
              transaction.putLong(KEY, visits);
              return null;
            });
      }
    }
    assertEquals(0, run("--from", data.toString(), "--to", to(1)), err::toString);
    assertEquals(5, visits(to(1)));
    String last =
        out.toString()
            .lines()
            .filter(line -> line.startsWith("last version: "))
            .findFirst()
            .orElseThrow()
            .substring("last version: ".length());
    String before = String.valueOf(Long.parseLong(last) - 1);
    assertEquals(
        0, run("--from", data.toString(), "--to", to(2), "--to-version", before), err::toString);
    assertEquals(4, visits(to(2)));
    assertEquals(
        0,
        run("--from", data.toString(), "--to", to(3), "--to-time", "2020-01-01T00:00:00+01:00"),
        err::toString);
    assertEquals(0, visits(to(3)));
  }

  private String to(int number) {
    return folder.resolve("restored-" + number).toString();
  }

  private static long visits(String directory) {
    try (Pipeline pipeline = Pipeline.start(config(Path.of(directory)))) {
      return pipeline.execute(
          transaction ->
              Optional.ofNullable(transaction.get(KEY)).isEmpty() ? 0 : transaction.getLong(KEY));
    }
  }

  @Test
  void refusesWrongUsage() {
    for (List<String> wrong :
        List.of(
            List.of("--from", folder.resolve("nowhere").toString()),
            List.of("--from", folder.toString(), "--to-version", "-1"),
            List.of("--from", folder.toString(), "--to-time", "yesterday"),
            List.of("--from", folder.toString(), "--to-time", "2020-01-01T00:00:00"),
            List.of(
                "--from",
                folder.toString(),
                "--to-version",
                "1",
                "--to-time",
                "2020-01-01T00:00:00Z"))) {
      String[] arguments =
          Stream.concat(wrong.stream(), Stream.of("--to", to(4))).toArray(String[]::new);
      assertEquals(2, run(arguments), wrong::toString);
    }
    assertEquals(1, run("--from", folder.toString(), "--to", to(4)), "there is no log");
    assertTrue(err.toString().contains("the input has no segment"), err::toString);
    assertFalse(Files.exists(Path.of(to(4))));
  }
}
