package dev.yardmaster.play.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.play.service.BatchedPipeline;
import dev.yardmaster.play.session.LastCommits;
import dev.yardmaster.play.text.KeyText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs batches on the pipeline, and checks the reports. */
class BatchRunTest {

  private static final Pattern COMMITTED = Pattern.compile("T([0-9]+) committed as version .*");

  private static List<String> run(boolean repair, String batch) throws InterruptedException {
    try (BatchedPipeline pipeline = new BatchedPipeline(repair)) {
      return new BatchRun(pipeline, new LastCommits()).run(batch).lines();
    }
  }

  @Test
  void aBatchWithoutConflictsKeepsTheOrderOfArrival() throws InterruptedException {
    assertEquals(
        List.of(
            "T1: x = 1",
            "T2: y = 2",
            "conflict graph: no edges",
            "victims: none, the graph has no cycle",
            "order of the others: T1, T2",
            "T1 committed as version 1: x := 1",
            "T2 committed as version 2: y := 2",
            "the pipeline counted: batches 1, edges 0, victims 0, repaired 0, restarts 0"),
        run(true, "x = 1; y = 2"));
  }

  @Test
  void readersCommitBeforeTheWriter() throws InterruptedException {
    List<String> lines = run(true, "x = 7; a = x; b = x");
    assertTrue(
        lines.contains(
            "conflict graph (the reader commits before the writer): T2 -> T1 (x), T3 -> T1 (x)"));
    assertTrue(lines.contains("order of the others: T2, T3, T1"), lines.toString());
    assertTrue(lines.contains("T3 committed as version 2: b := 0"), lines.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theVictimIsRepairedOrStartsAgain(boolean repair) throws InterruptedException {
    List<String> lines = run(repair, "x = x + 1; x = x + 1");
    assertTrue(
        lines.contains("victims (feedback vertex set): T2, and no smaller set exists"),
        lines.toString());
    assertEquals(
        "T2 committed as version 2: x := 2; "
            + (repair
                ? "repaired: run again in its place"
                : "after 1 restart, VICTIM on x: read version 0, written in the same batch by T1"),
        lines.get(lines.size() - 2));
    assertTrue(
        lines
            .get(lines.size() - 1)
            .endsWith(
                repair
                    ? "batches 1, edges 2, victims 1, repaired 1, restarts 0"
                    : "batches 2, edges 2, victims 1, repaired 0, restarts 1"),
        lines.toString());
  }

  /**
   * Runs random batches. Running the transactions one by one in the order of the report must give
   * the same values, and the report must have the edges and the victims that the pipeline counted.
   */
  @Test
  void randomBatchesAreSerialInTheReportedOrder() throws InterruptedException {
    for (boolean repair : new boolean[] {true, false}) {
      try (BatchedPipeline pipeline = new BatchedPipeline(repair)) {
        LastCommits ledger = new LastCommits();
        BatchRun batches = new BatchRun(pipeline, ledger);
        Map<Key, Long> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 100; i++) {
          String text =
              IntStream.range(0, 2 + random.nextInt(8))
                  .mapToObj(t -> transaction(random))
                  .collect(Collectors.joining("; "));
          BatchRun.Report report = batches.run(text);
          runInOrder(report.lines(), text, expected);
          String at = "repair " + repair + ", seed 17, batch " + i + ": " + report.lines();
          expected.forEach((key, value) -> assertEquals(value, read(pipeline, key), at));
          assertCounted(report.lines(), at);
        }
      }
    }
  }

  private static String transaction(SplittableRandom random) {
    return random.nextInt(5) == 0
        ? key(random) + " = " + random.nextInt(100)
        : key(random) + " = " + key(random) + " + " + key(random) + " - " + random.nextInt(5);
  }

  private static String key(SplittableRandom random) {
    return List.of("a", "b", "c", "d", "e").get(random.nextInt(5));
  }

  private static long read(BatchedPipeline pipeline, Key key) {
    return pipeline.service().execute(transaction -> transaction.getLong(key));
  }

  private static void runInOrder(List<String> report, String text, Map<Key, Long> values) {
    List<Assignments> transactions = new ArrayList<>();
    for (String each : text.split(";", -1)) {
      transactions.add(Assignments.parse(each));
    }
    int committed = 0;
    for (String line : report) {
      Matcher form = COMMITTED.matcher(line);
      if (form.matches()) {
        Assignments each = transactions.get(Integer.parseInt(form.group(1)) - 1);
        String[] words = each.text().split(" ", -1);
        long sum =
            words.length == 3
                ? Long.parseLong(words[2])
                : values.getOrDefault(KeyText.parse(words[2]), 0L)
                    + values.getOrDefault(KeyText.parse(words[4]), 0L)
                    - Long.parseLong(words[6]);
        values.put(KeyText.parse(words[0]), sum);
        committed++;
      }
    }
    assertEquals(transactions.size(), committed, report.toString());
  }

  private static void assertCounted(List<String> report, String at) {
    String counted = report.get(report.size() - 1);
    String graph =
        report.stream().filter(line -> line.startsWith("conflict graph")).findFirst().orElseThrow();
    long edges = Pattern.compile(" -> ").matcher(graph).results().count();
    String victims =
        report.stream().filter(line -> line.startsWith("victims")).findFirst().orElseThrow();
    long chosen = Pattern.compile("T[0-9]+").matcher(victims).results().count();
    if (counted.contains("restarts 0")) { // A restart comes in another batch, with its own graph.
      assertTrue(counted.contains("batches 1, edges " + edges + ", victims " + chosen + ","), at);
      assertTrue(counted.contains("repaired " + chosen + ","), at);
    } else {
      assertTrue(chosen > 0, at);
    }
  }

  @Test
  void aTextThatIsNoBatchIsRefused() {
    try (BatchedPipeline pipeline = new BatchedPipeline(true)) {
      BatchRun batches = new BatchRun(pipeline, new LastCommits());
      Map<String, String> wrong =
          Map.of(
              "x =",
              "a key or a number is missing in ''",
              "x = y z",
              "expected + or - instead of 'z' in 'y z'",
              "x = y +",
              "'y +' ends with an operator",
              "x y = 1",
              "expected one key before = in 'x y = 1'",
              "x = 1, x = 2",
              "'x = 1, x = 2' assigns x twice",
              " ; ",
              "a batch has 1 to 40 transactions, separated by ;, not 0",
              "x = 1;".repeat(41),
              "a batch has 1 to 40 transactions, separated by ;, not 41");
      wrong.forEach(
          (text, message) ->
              assertEquals(
                  message, assertThrows(BadBatch.class, () -> batches.run(text)).getMessage()));
    }
  }

  @Test
  void aTransactionOnATextFailsAlone() throws InterruptedException {
    try (BatchedPipeline pipeline = new BatchedPipeline(true)) {
      pipeline
          .service()
          .execute(
              transaction -> {
                transaction.put(KeyText.parse("name"), new byte[] {'l'});
                return null;
              });
      List<String> lines =
          new BatchRun(pipeline, new LastCommits()).run("x = name + 1; y = 1").lines();
      assertTrue(
          lines.stream().anyMatch(line -> line.startsWith("T1 NOT_A_NUMBER")), lines.toString());
      assertTrue(lines.contains("T2 committed as version 2: y := 1"), lines.toString());
    }
  }
}
