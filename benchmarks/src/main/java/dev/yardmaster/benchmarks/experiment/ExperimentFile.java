package dev.yardmaster.benchmarks.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.report.JsonReport;
import dev.yardmaster.benchmarks.report.MachineDescription;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The results file of an experiment: its report in JSON. It is written after each point, so that an
 * experiment that was broken off goes on from there.
 */
public final class ExperimentFile {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ReportFile file;
  private final String paper;
  private final Map<String, Object> settings;

  /**
   * A file that can be written.
   *
   * @param settings all that every point's results depend on
   */
  public ExperimentFile(ReportFile file, String paper, Map<String, Object> settings) {
    this.file = file;
    this.paper = paper;
    this.settings = new LinkedHashMap<>(settings);
  }

  /** A file that is not of this experiment with these settings; the message is one line. */
  public static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  /**
   * Reads what was measured before.
   *
   * @throws Unfit if the file is no results file of the same experiment and settings
   * @throws IOException if it cannot be read
   */
  public Measurements read() throws IOException, Unfit {
    if (!Files.exists(file.path())) {
      throw new Unfit("there is nothing to resume: no file " + file.path());
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
    requireSame(root.path("settings"));
    return JsonReport.measurements(root);
  }

  private void requireSame(JsonNode before) throws Unfit {
    JsonNode now = MAPPER.valueToTree(settings);
    TreeSet<String> names = new TreeSet<>();
    before.fieldNames().forEachRemaining(names::add);
    now.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      // Numbers are compared as they are written: 1.0 read back is no integer.
      if (!before.path(name).asText().equals(now.path(name).asText())) {
        throw new Unfit(
            "what is to be resumed was run with another setting: "
                + name
                + "="
                + before.path(name).asText("none")
                + ", now "
                + now.path(name).asText("none"));
      }
    }
  }

  /** Writes all that was measured, and what it means. */
  public void write(Report report) throws IOException {
    file.write(JsonReport.render(report, MachineDescription.current()));
  }

  /** Where it is: absolute. */
  public Path path() {
    return file.path();
  }
}
