package dev.yardmaster.benchmarks.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.measure.ClaimVerdict;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.report.JsonReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A page in Markdown with the claims of several papers, and with the verdicts of the papers'
 * results files.
 */
public final class PapersSummary {

  private static final String INTRODUCTION =
      """
      # The claims of the papers

      Made by `./yardmaster experiment summary` from the results of `./yardmaster experiment all`. "Here" is the median
      of the repeats, with the least and the greatest. A claim "exceeds" if the median reaches the paper's figure,
      "holds" if it reaches only the bar, and otherwise "falls short". The numbers in the last column refer to the list
      below each table, which says what differs from the paper's system.
      """;

  private final List<Paper> papers = new ArrayList<>();
  private final List<String> unexplained = new ArrayList<>();

  private record Paper(JsonNode report, Map<ClaimVerdict, Integer> counts) {
    String name() {
      return report.path("report").asText();
    }

    String count() {
      return counts.entrySet().stream()
          .map(count -> count.getValue() + " " + count.getKey().words())
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * Adds the paper of a results file.
   *
   * @throws IllegalArgumentException if the file is not a results file of an experiment
   * @throws IOException if the file cannot be read
   */
  public void add(Path file) throws IOException {
    JsonNode report;
    try {
      report = new ObjectMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file + " is not a results file: " + e.getOriginalMessage(), e);
    }
    if (report.path("schema").asInt() != JsonReport.SCHEMA || !report.has("bars")) {
      throw new IllegalArgumentException(
          file + " is not a results file of schema " + JsonReport.SCHEMA);
    }
    Map<ClaimVerdict, Integer> counts = new EnumMap<>(ClaimVerdict.class);
    for (JsonNode bar : report.path("bars")) {
      ClaimVerdict verdict;
      try {
        verdict = verdict(bar);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
      }
      counts.merge(verdict, 1, Integer::sum);
      if (verdict == ClaimVerdict.FALLS_SHORT && !bar.has("reason")) {
        unexplained.add(bar.path("section").asText() + ": " + bar.path("claim").asText());
      }
    }
    papers.add(new Paper(report, counts));
  }

  private static ClaimVerdict verdict(JsonNode bar) {
    String words = bar.path("verdict").asText();
    for (ClaimVerdict verdict : ClaimVerdict.values()) {
      if (verdict.words().equals(words)) {
        return verdict;
      }
    }
    throw new IllegalArgumentException("there is no such verdict: verdict=" + words);
  }

  /** Returns the claims that fall short without a stated reason. */
  public List<String> unexplained() {
    return List.copyOf(unexplained);
  }

  /** Returns a line for each paper, with the number of claims for each verdict. */
  public String counts() {
    return papers.stream()
        .map(paper -> paper.name() + ": " + paper.count())
        .collect(Collectors.joining("\n"));
  }

  /** Returns the page. */
  public String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    page.append("\n| paper | claims |\n|---|---|\n");
    papers.forEach(paper -> page.append(row(List.of(paper.name(), paper.count()))));
    papers.forEach(paper -> append(page, paper));
    return page.toString();
  }

  private static void append(StringBuilder page, Paper paper) {
    JsonNode report = paper.report();
    page.append("\n## ").append(paper.name()).append("\n\n");
    List<JsonNode> runs = JsonReport.provenances(report);
    page.append(
        "Measured in %d runs on %s, from %s on, at %s. %s%n%n"
            .formatted(
                runs.size(),
                distinct(
                    runs,
                    run ->
                        run.at("/machine/cores").asText()
                            + " cores of "
                            + run.at("/machine/processor").asText()),
                runs.get(0).path("begun").asText(),
                distinct(runs, run -> "commit " + run.at("/commit/id").asText("unknown")),
                report.at("/disturbance/inWords").asText()));
    page.append("| figure | claim | paper | bar | here | verdict | differs |\n");
    page.append("|---|---|---|---|---|---|---|\n");
    List<String> reasons = new ArrayList<>();
    report.path("bars").forEach(bar -> page.append(row(cells(bar, reasons))));
    if (!reasons.isEmpty()) {
      page.append('\n');
    }
    for (int i = 0; i < reasons.size(); i++) {
      page.append(i + 1).append(". ").append(reasons.get(i)).append('\n');
    }
  }

  private static String distinct(List<JsonNode> runs, Function<JsonNode, String> text) {
    return runs.stream().map(text).distinct().collect(Collectors.joining(", "));
  }

  private static List<String> cells(JsonNode bar, List<String> reasons) {
    ClaimVerdict verdict = verdict(bar);
    return List.of(
        bar.path("section").asText(),
        bar.path("claim").asText(),
        bar.has("paper") ? number(bar.path("paper")) : "",
        (bar.path("direction").asText().equals(">=") ? "≥ " : "≤ ") + number(bar.path("bar")),
        here(bar),
        verdict == ClaimVerdict.FALLS_SHORT ? "**" + verdict.words() + "**" : verdict.words(),
        verdict == ClaimVerdict.EXCEEDS || !bar.has("reason")
            ? ""
            : mark(bar.path("reason").asText(), reasons));
  }

  private static String here(JsonNode bar) {
    if (bar.path("median").isNull()) {
      return "";
    }
    String median = number(bar.path("median"));
    String least = number(bar.path("least"));
    String greatest = number(bar.path("greatest"));
    String spread = least.equals(greatest) ? "" : " (%s–%s)".formatted(least, greatest);
    return median + spread + (bar.has("measuredAt") ? ", " + bar.path("measuredAt").asText() : "");
  }

  private static String number(JsonNode value) {
    return Shown.BY_SIZE.text(value.asDouble());
  }

  private static String mark(String reason, List<String> reasons) {
    if (!reasons.contains(reason)) {
      reasons.add(reason);
    }
    return String.valueOf(reasons.indexOf(reason) + 1);
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
