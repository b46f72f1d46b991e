package dev.yardmaster.benchmarks.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.Provenance;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The results file of an experiment: its report in JSON. The run writes the file after each point,
 * so that an interrupted experiment can be resumed.
 */
public final class ExperimentFile {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ReportFile file;
  private final String paper;
  private final Map<String, Object> settings;
  private final Provenance provenance;
  private List<JsonNode> resumed = List.of();

  /**
   * Creates the results file of an experiment. The caller has checked that the file can be written.
   *
   * @param settings the settings that affect the results of all points
   */
  public ExperimentFile(
      ReportFile file, String paper, Map<String, Object> settings, Provenance provenance) {
    this.file = file;
    this.paper = paper;
    this.provenance = provenance;
    this.settings = new LinkedHashMap<>(settings);
  }

  /**
   * Reports that a file does not belong to this experiment with these settings. The message is one
   * line.
   */
  public static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  /**
   * Reads the measurements of the earlier run.
   *
   * @throws Unfit if the file is not a results file of the same experiment and settings
   * @throws IOException if the file cannot be read
   */
  public Measurements read() throws IOException, Unfit {
    if (!Files.exists(file.path())) {
      throw new Unfit("nothing to resume: there is no file " + file.path());
    }
    JsonNode root;
    try {
      root = MAPPER.readTree(file.path().toFile());
    } catch (JsonProcessingException e) {
      throw new Unfit(file.path() + " is not a results file: " + e.getOriginalMessage());
    }
    if (!root.path("report").asText().equals(paper) || !root.has("sides")) {
      throw new Unfit(file.path() + " is not a results file of the experiment: " + paper);
    }
    if (root.path("schema").asInt() != JsonReport.SCHEMA) {
      throw new Unfit(
          file.path()
              + " cannot be resumed, because another version has written it: schema="
              + root.path("schema").asText("none")
              + ", and this version reads schema="
              + JsonReport.SCHEMA
              + "; without --resume, a run measures all points and replaces the file");
    }
    requireSame(root.path("settings"));
    resumed = JsonReport.provenances(root);
    return JsonReport.measurements(root);
  }

  private void requireSame(JsonNode before) throws Unfit {
    JsonNode now = MAPPER.valueToTree(settings);
    TreeSet<String> names = new TreeSet<>();
    before.fieldNames().forEachRemaining(names::add);
    now.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      // Numbers are compared as texts, because a number that was read from JSON may have another
      // Java type.
      if (!before.path(name).asText().equals(now.path(name).asText())) {
        throw new Unfit(
            "the run to resume had another setting: "
                + name
                + "="
                + before.path(name).asText("none")
                + ", now "
                + now.path(name).asText("none"));
      }
    }
  }

  /**
   * Writes all measurements and the verdicts on the claims.
   *
   * @param measures whether this run measures any point; if not, the file keeps the machine and the
   *     commit of the earlier runs that measured the points
   */
  public void write(Report report, boolean measures) throws IOException {
    file.write(
        measures || resumed.isEmpty()
            ? JsonReport.render(report, provenance, resumed)
            : JsonReport.renderAgain(report, resumed));
  }

  /** Returns the absolute path of the file. */
  public Path path() {
    return file.path();
  }
}
