package dev.yardmaster.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PapersSummaryTest {

  private static final String REPORT =
      """
      {"schema": 1, "report": "A paper", "begun": "2026-01-02T00:00:00Z",
       "resumed": [{"begun": "2026-01-01T00:00:00Z", "commit": {"id": "abc"},
                    "machine": {"cores": 2, "processor": "CPU"}}],
       "commit": {"id": "def"}, "machine": {"cores": 2, "processor": "CPU"},
       "disturbance": {"inWords": "Quiet."},
       "bars": [
        {"section": "Figure 1", "claim": "a over b", "direction": ">=", "bar": 1.5, "paper": 2,
         "median": 2.5, "least": 2.25, "greatest": 3, "verdict": "exceeds", "reason": "Unused."},
        {"section": "Figure 2", "claim": "a | b", "direction": "<=", "bar": 0.9, "median": 0.95,
         "least": 0.95, "greatest": 0.95, "measuredAt": "x", "verdict": "falls short",
         "reason": "No network."},
        {"section": "Figure 3", "claim": "c", "direction": ">=", "bar": 1, "median": 0.5,
         "least": 0.5, "greatest": 0.5, "verdict": "falls short"},
        {"section": "Figure 4", "claim": "d", "direction": ">=", "bar": 1, "median": null,
         "least": null, "greatest": null, "verdict": "not measured"}]}
      """;

  @TempDir private Path folder;

  private final PapersSummary summary = new PapersSummary();

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("paper.json"), text);
  }

  @Test
  void eachClaimIsARowAndEachReasonANumber() throws IOException {
    summary.add(file(REPORT));
    List<String> page = summary.markdown().lines().toList();
    assertTrue(page.contains("| A paper | 1 exceeds, 2 falls short, 1 not measured |"));
    assertTrue(
        page.contains(
            "Measured in 2 runs on 2 cores of CPU, from 2026-01-01T00:00:00Z on, at commit abc,"
                + " commit def. Quiet."),
        page.toString());
    List<String> rows = page.stream().filter(line -> line.startsWith("| Figure ")).toList();
    assertEquals(
        List.of(
            "| Figure 1 | a over b | 2.00 | ≥ 1.50 | 2.50 (2.25–3.00) | exceeds |  |",
            "| Figure 2 | a \\| b |  | ≤ 0.90 | 0.95, x | **falls short** | 1 |",
            "| Figure 3 | c |  | ≥ 1.00 | 0.50 | **falls short** |  |",
            "| Figure 4 | d |  | ≥ 1.00 |  | not measured |  |"),
        rows);
    assertEquals("1. No network.", page.get(page.size() - 1));
  }

  @Test
  void aClaimThatFallsShortWithoutAReasonIsNamed() throws IOException {
    summary.add(file(REPORT));
    assertEquals(List.of("Figure 3: c"), summary.unexplained());
  }

  @Test
  void anotherFileIsRefused() throws IOException {
    for (String text : List.of("{}", "none", REPORT.replace("exceeds", "wins"))) {
      Path file = file(text);
      assertThrows(IllegalArgumentException.class, () -> summary.add(file), text);
    }
  }
}
