package dev.yardmaster.play.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Runs the story of the hot key in a shortened form. */
@Timeout(60)
class DemoCommandTest {

  private static final Pattern STOCK =
      Pattern.compile("  The stock lost ([0-9,]+) pieces for ([0-9,]+) sales that committed; 0 .*");

  @Test
  void eachModeHasItsLinesAndTheTableHasAllModes() {
    CommandRun run = CommandRun.of("", "demo", "--seconds", "0.2", "--no-dashboard");
    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertFalse(run.out().contains("http"), run.out());
    List<String> lines = run.out().lines().toList();
    List<Matcher> stocks = lines.stream().map(STOCK::matcher).filter(Matcher::matches).toList();
    assertEquals(3, stocks.size(), run.out());
    for (Matcher stock : stocks) {
      assertEquals(stock.group(1), stock.group(2));
      assertFalse(stock.group(1).equals("0"), run.out());
    }
    List<String> table = lines.subList(lines.indexOf("") + 1, lines.size());
    for (String mode : List.of("base", "srvc", "full")) {
      assertTrue(table.stream().anyMatch(line -> line.matches(mode + " +[0-9].*")), run.out());
      assertTrue(lines.stream().anyMatch(line -> line.startsWith("Mode " + mode + ": ")));
    }
    // Only the mode base neither reorders nor repairs transactions, so only in this mode is nearly
    // every run stale.
    assertTrue(column(table, "full", 3) > 0, run.out());
    assertEquals(0, column(table, "base", 3), run.out());
    assertTrue(column(table, "base", 4) > column(table, "full", 4), run.out());
  }

  /** Returns a figure of the table; the first column after the mode is number 1. */
  private static double column(List<String> table, String mode, int number) {
    return table.stream()
        .filter(line -> line.startsWith(mode + " "))
        .map(line -> Double.parseDouble(line.split(" +", -1)[number].replace(",", "")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theDashboardStaysUntilTheCommandIsInterrupted() throws Exception {
    try (PipedReader printed = new PipedReader(1 << 16);
        PrintWriter out = new PrintWriter(new PipedWriter(printed), true)) {
      CommandLine root =
          CommandRun.root(new PlayInput(new ByteArrayInputStream(new byte[0]), false)).setOut(out);
      CompletableFuture<Integer> exitCode = new CompletableFuture<>();
      Thread command =
          new Thread(
              () -> exitCode.complete(root.execute("demo", "--seconds", "0.1", "--keep")), "demo");
      command.start();
      String url = urlWhenItStaysOpen(new BufferedReader(printed));
      String live = get(url + "api/live");
      JsonNode figures = new ObjectMapper().readTree(live);
      assertTrue(figures.has("hotKeys"), live);
      assertTrue(get(url).contains("<html"), "the dashboard is a page");
      command.interrupt();
      assertEquals(0, exitCode.get(20, TimeUnit.SECONDS));
    }
  }

  private static String urlWhenItStaysOpen(BufferedReader printed) throws IOException {
    List<String> lines = new ArrayList<>();
    String line = printed.readLine();
    while (line != null && !line.contains("stays open")) {
      lines.add(line);
      line = printed.readLine();
    }
    assertNotNull(line, () -> String.join("\n", lines));
    return line.replaceAll(".*(http\\S+).*", "$1");
  }

  private static String get(String url) throws IOException, InterruptedException {
    var response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString(UTF_8));
    assertEquals(200, response.statusCode(), url);
    return response.body();
  }

  @Test
  void wrongUsageNamesTheRange() {
    CommandRun run = CommandRun.of("", "demo", "--seconds", "0");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("from 0.1 to 600"), run.err());
    assertEquals(2, CommandRun.of("", "demo", "--keep", "--no-dashboard").exitCode());
  }

  @Test
  void theHelpHasTheOtherDemonstration() {
    CommandRun run = CommandRun.of("", "demo", "--help");
    assertEquals(0, run.exitCode());
    assertTrue(run.out().contains("  cluster  Starts three servers"), run.out());
  }
}
