package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.experiment.Claim;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Mark;
import dev.yardmaster.benchmarks.experiment.Measured;
import dev.yardmaster.benchmarks.experiment.Measurements;
import dev.yardmaster.benchmarks.experiment.Panel;
import dev.yardmaster.benchmarks.experiment.Series;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The results file of an experiment: its settings, every point's values, and what follows from them
 * for each figure. It is written after each point, so that an experiment that was broken off goes
 * on from there.
 */
public final class ExperimentFile {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final ReportFile file;
  private final String experiment;
  private final Map<String, Object> settings;

  /**
   * A file that can be written.
   *
   * @param settings all that every point's results depend on
   */
  public ExperimentFile(ReportFile file, String experiment, Map<String, Object> settings) {
    this.file = file;
    this.experiment = experiment;
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
    if (!root.path("experiment").asText().equals(experiment) || !root.has("points")) {
      throw new Unfit(file.path() + " is not a results file of the experiment " + experiment);
    }
    requireSame(root.path("settings"));
    Measurements measurements = new Measurements();
    root.get("points")
        .properties()
        .forEach(point -> measurements.put(point.getKey(), measured(point.getValue())));
    return measurements;
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

  private static Measured measured(JsonNode point) {
    Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
    point
        .path("sides")
        .properties()
        .forEach(
            side -> {
              Map<String, List<Double>> figures = new LinkedHashMap<>();
              side.getValue()
                  .properties()
                  .forEach(
                      figure -> {
                        List<Double> values = new ArrayList<>();
                        figure.getValue().forEach(value -> values.add(value.asDouble()));
                        figures.put(figure.getKey(), values);
                      });
              sides.put(side.getKey(), figures);
            });
    List<String> findings = new ArrayList<>();
    point.path("findings").forEach(finding -> findings.add(finding.asText()));
    return new Measured(sides, findings);
  }

  /** Writes all that was measured, and what it means for some figures. */
  public void write(Measurements measurements, List<Figure> figures) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("experiment", experiment);
    root.set("settings", MAPPER.valueToTree(settings));
    ArrayNode drawn = root.putArray("figures");
    figures.forEach(figure -> put(drawn.addObject(), figure, measurements));
    ObjectNode points = root.putObject("points");
    measurements
        .all()
        .forEach(
            (key, measured) -> {
              ObjectNode point = points.putObject(key);
              point.set("sides", MAPPER.valueToTree(measured.sides()));
              point.set("findings", MAPPER.valueToTree(measured.findings()));
            });
    file.write(MAPPER.writeValueAsString(root) + '\n');
  }

  private static void put(ObjectNode node, Figure figure, Measurements measurements) {
    node.put("figure", figure.id());
    node.put("heading", figure.heading());
    node.put("title", figure.title());
    node.put("setting", figure.setting());
    ArrayNode panels = node.putArray("panels");
    for (Panel panel : figure.panels()) {
      ObjectNode drawn = panels.addObject();
      drawn.put("title", panel.title());
      drawn.put("x", panel.xLabel());
      drawn.put("y", panel.yLabel());
      ObjectNode series = drawn.putObject("series");
      for (Series each : panel.series()) {
        ObjectNode marks = series.putObject(each.name());
        for (Mark mark : each.marks()) {
          mark.height(measurements)
              .ifPresent(height -> marks.put(mark.label(), height.median() * panel.yScale()));
        }
      }
    }
    ArrayNode claims = node.putArray("claims");
    for (Claim claim : figure.claims()) {
      Claim.Judged judged = claim.judge(measurements);
      ObjectNode said = claims.addObject();
      said.put("claim", claim.words());
      if (!Double.isNaN(claim.paper())) {
        said.put("paper", claim.paper());
      }
      said.put("bar", claim.bar());
      said.put("direction", claim.direction() == Claim.Direction.AT_LEAST ? ">=" : "<=");
      judged
          .measured()
          .ifPresent(
              ratio -> {
                said.put("measured", ratio.median());
                said.put("measuredMin", ratio.min());
                said.put("measuredMax", ratio.max());
              });
      if (!judged.at().isEmpty()) {
        said.put("measuredAt", judged.at());
      }
      said.put("verdict", judged.verdict().words());
      if (!claim.reason().isEmpty()) {
        said.put("reason", claim.reason());
      }
    }
  }

  /** Where it is: absolute. */
  public Path path() {
    return file.path();
  }
}
