package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Disturbance;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.measure.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Renders the JSON form of every report, which {@code docs/figures.schema.json} describes. The
 * names of fields are stable, because scripts use them. A change that would break a script must
 * increase {@link #SCHEMA}.
 */
public final class JsonReport {

  /** The version of the schema. */
  public static final int SCHEMA = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonReport() {}

  /** Returns the JSON text of a report, which ends with a line feed. */
  public static String render(Report report, Provenance provenance) {
    return render(report, provenance, List.of());
  }

  /**
   * Returns the JSON text of a report that continues earlier runs.
   *
   * @param resumed the fields of the earlier runs that {@link #provenances} has read
   */
  public static String render(Report report, Provenance provenance, List<JsonNode> resumed) {
    ObjectNode fields = MAPPER.createObjectNode();
    putProvenance(fields, provenance);
    return render(report, fields, resumed);
  }

  /**
   * Returns the JSON text of a report that shows earlier runs anew, without measurements of its
   * own.
   *
   * @param earlier the fields of the earlier runs that {@link #provenances} has read; at least one
   */
  public static String renderAgain(Report report, List<JsonNode> earlier) {
    int last = earlier.size() - 1;
    return render(report, (ObjectNode) earlier.get(last), earlier.subList(0, last));
  }

  private static String render(Report report, ObjectNode provenance, List<JsonNode> resumed) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("report", report.title());
    root.put("description", report.description());
    root.set("settings", MAPPER.valueToTree(report.settings()));
    root.setAll(provenance);
    ArrayNode earlier = root.putArray("resumed");
    resumed.forEach(earlier::add);
    putDisturbance(root.putObject("disturbance"), report);
    ArrayNode bars = root.putArray("bars");
    ArrayNode charts = root.putArray("charts");
    for (Section section : report.sections()) {
      section
          .claims()
          .forEach(claim -> putBar(bars.addObject(), section, claim.judge(report.measurements())));
      section
          .panels()
          .forEach(panel -> putChart(charts.addObject(), section, panel, report.measurements()));
    }
    root.set("findings", MAPPER.valueToTree(report.findings()));
    ArrayNode sides = root.putArray("sides");
    AxisPositions positions = AxisPositions.of(report);
    for (Results results : report.measurements().all()) {
      results.rows().forEach(row -> putSide(sides.addObject(), results, row, positions));
    }
    try {
      return MAPPER.writeValueAsString(root) + '\n';
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void putProvenance(ObjectNode node, Provenance provenance) {
    node.put("command", provenance.command());
    ObjectNode commit = node.putObject("commit");
    commit.put("id", provenance.revision().commit());
    commit.put("changed", provenance.revision().changed().orElse(null));
    node.set("machine", MAPPER.valueToTree(provenance.machine()));
    node.put("begun", provenance.begun().toString());
  }

  /**
   * Returns the fields of a JSON report that say how it was measured. There is one element for the
   * report itself, and one for each run that the report has continued.
   */
  public static List<JsonNode> provenances(JsonNode root) {
    List<JsonNode> runs = new ArrayList<>();
    root.path("resumed").forEach(runs::add);
    ObjectNode last = MAPPER.createObjectNode();
    for (String field : List.of("command", "commit", "machine", "begun")) {
      last.set(field, root.path(field));
    }
    runs.add(last);
    return runs;
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  private static void putDisturbance(ObjectNode node, Report report) {
    List<Disturbance> rounds = report.measurements().rounds();
    node.put("rounds", rounds.size());
    node.put("known", rounds.stream().filter(Disturbance::isKnown).count());
    node.put("disturbed", rounds.stream().filter(Disturbance::isDisturbed).count());
    node.put("again", rounds.stream().mapToInt(each -> each.attempts() - 1).sum());
    node.put("inWords", report.disturbance());
  }

  private static void putBar(ObjectNode node, Section section, Claim.Judged judged) {
    Claim claim = judged.claim();
    node.put("section", section.heading());
    node.put("claim", claim.words());
    node.put("direction", claim.direction().sign());
    node.put("bar", claim.bar());
    if (!Double.isNaN(claim.paper())) {
      node.put("paper", claim.paper());
    }
    putSpread(node, judged.measured().orElse(null));
    if (!judged.at().isEmpty()) {
      node.put("measuredAt", judged.at());
    }
    node.put("verdict", judged.verdict().words());
    if (!claim.reason().isEmpty()) {
      node.put("reason", claim.reason());
    }
  }

  private static void putSpread(ObjectNode node, Spread spread) {
    put(node, "median", spread == null ? Double.NaN : spread.median());
    put(node, "least", spread == null ? Double.NaN : spread.min());
    put(node, "greatest", spread == null ? Double.NaN : spread.max());
  }

  private static void putChart(
      ObjectNode node, Section section, Panel panel, Measurements measurements) {
    node.put("section", section.heading());
    node.put("title", panel.title());
    node.put("kind", panel.kind().text());
    node.put("x", panel.xLabel());
    node.put("y", panel.yLabel());
    node.put("yScale", panel.yScale());
    ObjectNode series = node.putObject("series");
    for (Chart.Line line : panel.chart(measurements).lines()) {
      ObjectNode marks = series.putObject(line.name());
      line.dots().forEach(dot -> marks.put(dot.label(), dot.y().median()));
    }
    ArrayNode marks = node.putArray("marks");
    for (Series each : panel.series()) {
      for (Mark mark : each.marks()) {
        mark.dot(measurements, panel.yScale())
            .ifPresent(dot -> putMark(marks.addObject(), each, mark, dot));
      }
    }
  }

  private static void putMark(ObjectNode node, Series series, Mark mark, Chart.Dot dot) {
    node.put("series", series.name());
    node.put("label", mark.label());
    node.put("x", dot.x());
    putRef(node, mark.value());
    if (mark.base() != null) {
      putRef(node.putObject("base"), mark.base());
    }
    if (mark.across() != null) {
      putRef(node.putObject("across"), mark.across());
    }
    putSpread(node, dot.y());
  }

  private static void putRef(ObjectNode node, MetricRef ref) {
    node.put("at", ref.point());
    node.put("side", ref.side());
    node.put("metric", ref.metric());
  }

  private static void putSide(ObjectNode node, Results results, Row row, AxisPositions positions) {
    node.put("at", results.at());
    node.put("side", row.label());
    positions
        .of(results, row)
        .ifPresent(
            position -> {
              node.put("x", position.x());
              node.put("xLabel", position.label());
            });
    node.set("settings", MAPPER.valueToTree(row.settings()));
    node.set("findings", MAPPER.valueToTree(row.findings()));
    ObjectNode metrics = node.putObject("metrics");
    row.figures().forEach((name, measured) -> putMetric(metrics.putObject(name), measured));
    ArrayNode rounds = node.putArray("rounds");
    for (Disturbance round : row.rounds()) {
      ObjectNode each = rounds.addObject();
      put(each, "others", round.others());
      put(each, "pressure", round.pressure());
      each.put("attempts", round.attempts());
      each.put("disturbed", round.isDisturbed());
    }
    if (!row.samples().isEmpty()) {
      ArrayNode samples = node.putArray("samples");
      row.samples().forEach(sample -> putValues(samples.addObject(), sample));
    }
  }

  private static void putMetric(ObjectNode node, Measured measured) {
    Metric metric = measured.metric();
    node.put("unit", metric.unit());
    node.put("over", metric.over().name().toLowerCase(Locale.ROOT));
    node.put("better", metric.better().name().toLowerCase(Locale.ROOT));
    putSpread(node, measured.spread().orElse(null));
    ArrayNode repeats = node.putArray("repeats");
    for (double value : measured.repeats()) {
      repeats.add(Double.isFinite(value) ? MAPPER.getNodeFactory().numberNode(value) : null);
    }
  }

  private static void putValues(ObjectNode node, MetricValues values) {
    values.metrics().forEach(metric -> node.put(metric.name(), values.get(metric)));
  }

  /** Returns the measurements from a JSON text that {@link #render} wrote. */
  public static Measurements measurements(JsonNode root) {
    Map<String, List<Row>> rows = new LinkedHashMap<>();
    for (JsonNode side : root.path("sides")) {
      rows.computeIfAbsent(side.path("at").asText(), any -> new ArrayList<>()).add(row(side));
    }
    Measurements measurements = new Measurements();
    rows.forEach(
        (at, all) ->
            measurements.put(
                new Results(
                    at,
                    all,
                    all.stream().flatMap(row -> row.findings().stream()).toList(),
                    false)));
    return measurements;
  }

  private static Row row(JsonNode side) {
    Map<String, Measured> figures = new LinkedHashMap<>();
    side.path("metrics")
        .properties()
        .forEach(each -> figures.put(each.getKey(), measured(each.getKey(), each.getValue())));
    List<Disturbance> rounds = new ArrayList<>();
    for (JsonNode round : side.path("rounds")) {
      rounds.add(
          new Disturbance(
              round.path("others").asDouble(Double.NaN),
              round.path("pressure").asDouble(Double.NaN),
              round.path("attempts").asInt()));
    }
    List<String> findings = new ArrayList<>();
    side.path("findings").forEach(line -> findings.add(line.asText()));
    Map<String, Object> settings = new LinkedHashMap<>();
    side.path("settings")
        .properties()
        .forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
    return new Row(side.path("side").asText(), settings, figures, rounds, findings, List.of());
  }

  private static Measured measured(String name, JsonNode node) {
    List<Double> repeats = new ArrayList<>();
    node.path("repeats")
        .forEach(value -> repeats.add(value.isNumber() ? value.asDouble() : Double.NaN));
    return new Measured(
        new Metric(
            name,
            node.path("unit").asText(),
            Metric.Over.valueOf(node.path("over").asText().toUpperCase(Locale.ROOT)),
            Metric.Better.valueOf(node.path("better").asText().toUpperCase(Locale.ROOT)),
            Metric.Shown.BY_SIZE),
        repeats);
  }
}
