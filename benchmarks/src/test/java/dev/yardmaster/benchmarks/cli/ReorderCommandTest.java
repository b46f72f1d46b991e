package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.WorkClock;
import dev.yardmaster.benchmarks.cli.command.Environment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ReorderCommandTest {

  /**
   * A batch of two transactions, each of which reads a key that the other writes, and an
   * independent transaction.
   */
  private static final String CYCLE =
      """
      {"transactions":[{"reads":["a"],"writes":["b"]},{"reads":["b"],"writes":["a"]},{"reads":[7]}]}
      """
          .strip();

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String input, String... options) throws IOException {
    Path file = folder.resolve("batches.jsonl");
    Files.writeString(file, input);
    String[] arguments = new String[options.length + 2];
    arguments[0] = "reorder";
    arguments[1] = file.toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    return execute("", arguments);
  }

  private int execute(String standardInput, String... arguments) {
    Environment environment =
        new Environment(
            (config, history) -> {
              throw new AssertionError("the command must not start a service");
            },
            new WorkClock(),
            false,
            new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8)));
    CommandLine line = YardmasterCommand.commandLine(environment);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  private JsonNode line(int number) throws IOException {
    return new ObjectMapper().readTree(out.toString().lines().toList().get(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"optimal", "sort", "scc", "hybrid", "random"})
  void breaksACycle(String solver) throws IOException {
    assertEquals(0, run(CYCLE + "\n", "--solver", solver), err.toString());
    assertEquals(1, line(0).get("victims").size());
    assertEquals(2, line(0).get("order").size());
    assertEquals(2, line(0).get("edges").asInt());
    assertTrue(line(0).get("buildNanos").isIntegralNumber());
    assertTrue(line(0).get("solveNanos").isIntegralNumber());
    assertTrue(err.toString().contains("3 transactions in 1 batches: 1 victims"), err.toString());
  }

  @Test
  void provesTheOptimumAndPutsReadersBeforeWriters() throws IOException {
    assertEquals(
        0,
        run(
            """
            {"transactions":[{"writes":["x"]},{"reads":["x"]}]}
            """));
    assertEquals("[1,0]", line(0).get("order").toString());
    assertTrue(line(0).get("proven").asBoolean());
  }

  @Test
  void weightsAreKeptWhenThePolicyAsksForThem() throws IOException {
    String weighted =
        """
        {"transactions":[{"reads":["a"],"writes":["b"],"weight":5},{"reads":["b"],"writes":["a"]}]}
        """;
    assertEquals(0, run(weighted, "--repeat", "5"));
    assertEquals("[1]", line(0).get("victims").toString());
  }

  @Test
  void aKeysKindBelongsToIt() throws IOException {
    assertEquals(
        0, run("{\"transactions\":[{\"reads\":[\"1\"]},{\"writes\":[1]}]}"), err.toString());
    assertEquals(0, line(0).get("edges").asInt());
  }

  @Test
  void aMalformedLineIsNamedAndTheRestGoesOn() throws IOException {
    List<String> bad =
        List.of(
            "{",
            "[]",
            "{\"transactions\":3}",
            "{\"transactions\":[],\"more\":1}",
            "{\"transactions\":[3]}",
            "{\"transactions\":[{\"reads\":\"a\"}]}",
            "{\"transactions\":[{\"reads\":[1.5]}]}",
            "{\"transactions\":[{\"raeds\":[1]}]}",
            "{\"transactions\":[{\"weight\":0}]}",
            "{\"transactions\":[{\"weight\":\"heavy\"}]}",
            "{\"transactions\":[{\"restarts\":-1}]}",
            "{\"transactions\":[]} {}",
            "{\"transactions\":[" + "{},".repeat(4096) + "{}]}");
    for (String line : bad) {
      out.getBuffer().setLength(0);
      err.getBuffer().setLength(0);
      assertEquals(1, run(CYCLE + "\n\n" + line + "\n" + CYCLE), line);
      assertEquals(3, out.toString().lines().count(), line);
      assertTrue(line(1).get("error").asText().startsWith("line 3: "), line(1).toString());
      assertEquals(1, line(2).get("victims").size());
      assertTrue(err.toString().contains("line 3: "), err.toString());
      assertTrue(err.toString().contains("1 lines were not batches"), err.toString());
    }
  }

  @Test
  void aLineThatIsNotUtf8IsNamedToo() throws IOException {
    Path file = folder.resolve("latin.jsonl");
    byte[] latin = {'\n', '"', (byte) 0xFF, '"', '\n'};
    Files.write(file, CYCLE.getBytes(StandardCharsets.UTF_8));
    Files.write(file, latin, StandardOpenOption.APPEND);
    Files.writeString(file, CYCLE, StandardOpenOption.APPEND);
    assertEquals(1, execute("", "reorder", file.toString()));
    assertEquals("line 2: not UTF-8", line(1).get("error").asText());
    assertEquals(1, line(2).get("victims").size());
  }

  @Test
  void readsStandardInput() throws IOException {
    assertEquals(0, execute(CYCLE, "reorder", "-"));
    assertEquals(1, line(0).get("victims").size());
  }

  @Test
  void saysWhatIsWrongWithTheCommandLine() {
    assertEquals(2, execute("", "reorder"));
    assertEquals(2, execute("", "reorder", "-", "--solver", "best"));
    assertEquals(2, execute("", "reorder", "-", "--budget-nodes", "-1"));
    assertEquals(2, execute("", "reorder", "-", "--repeat", "0"));
    assertEquals(1, execute("", "reorder", folder.resolve("missing").toString()));
    assertTrue(err.toString().contains("there is no file"), err.toString());
  }
}
