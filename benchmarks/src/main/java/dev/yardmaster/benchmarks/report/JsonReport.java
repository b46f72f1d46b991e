package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Figures;
import dev.yardmaster.benchmarks.run.LogFigures;
import dev.yardmaster.benchmarks.run.Results;
import dev.yardmaster.benchmarks.run.SideResult;
import dev.yardmaster.benchmarks.run.Spread;
import java.util.Locale;

/**
 * The JSON report: an array with an object for each side. Figures are medians over the repeats,
 * except {@code maxUs}, the longest of all; latencies are in µs; {@code abortsByCause} is per
 * commit. {@code repeats} holds the same figures of every repeat. Names are stable: scripts read
 * them.
 */
public final class JsonReport {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonReport() {}

  /** The report's text, ended by a line feed. */
  public static String render(Results results) {
    return write(sides(results)) + '\n';
  }

  static ArrayNode sides(Results results) {
    ArrayNode sides = MAPPER.createArrayNode();
    for (SideResult side : results.sides()) {
      sides.add(side(results, side));
    }
    return sides;
  }

  static String write(Object tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode side(Results results, SideResult side) {
    Experiment experiment = results.experiment();
    Spread ratio = side.ratioToBase();
    ObjectNode node = MAPPER.createObjectNode();
    node.put("mode", side.side().label());
    node.put("workload", experiment.workload().name());
    node.put("skew", experiment.skew());
    node.put("base", results.baseLabel());
    putFigures(node, side.medians(), ratio.median());
    node.put("ratioToBaseMin", ratio.min());
    node.put("ratioToBaseMax", ratio.max());
    ArrayNode repeats = node.putArray("repeats");
    for (int repeat = 0; repeat < side.repeats().size(); repeat++) {
      putFigures(repeats.addObject(), side.repeats().get(repeat), side.ratios().get(repeat));
    }
    ObjectNode settings =
        MAPPER.valueToTree(Settings.of(experiment, side.side().configure(experiment.pipeline())));
    settings.put("durability", side.side().durability().name().toLowerCase(Locale.ROOT));
    node.set("settings", settings);
    return node;
  }

  /** Sides without a log have none of these. */
  private static void putLog(ObjectNode node, LogFigures log) {
    if (log != null) {
      node.put("forcesPerCommit", log.forcesPerCommit());
      node.put("commitsPerForce", log.commitsPerForce());
      node.put("loggedBytesPerSecond", log.loggedBytesPerSecond());
      node.put("loggedBytesPerCommit", log.loggedBytesPerCommit());
      node.put("loggedBytesPerForce", log.loggedBytesPerForce());
      node.put("checkpoints", log.checkpoints());
    }
  }

  private static void putFigures(ObjectNode node, Figures figures, double ratioToBase) {
    node.put("committedPerSecond", figures.committedPerSecond());
    node.put("ratioToBase", ratioToBase);
    node.put("abortsPerCommit", figures.abortsPerCommit());
    ObjectNode causes = node.putObject("abortsByCause");
    figures.abortsByCause().forEach((cause, perCommit) -> causes.put(cause.name(), perCommit));
    node.put("restartsPerCommit", figures.restartsPerCommit());
    node.put("repairsPerCommit", figures.repairsPerCommit());
    node.put("mostRestarts", figures.mostRestarts());
    node.put("inFlight", figures.inFlight());
    node.put("meanUs", figures.meanUs());
    node.put("p50Us", figures.p50Us());
    node.put("p75Us", figures.p75Us());
    node.put("p90Us", figures.p90Us());
    node.put("p95Us", figures.p95Us());
    node.put("p99Us", figures.p99Us());
    node.put("p999Us", figures.p999Us());
    node.put("maxUs", figures.maxUs());
    node.put("victimsPerBatch", figures.victimsPerBatch());
    node.put("edgesPerBatch", figures.edgesPerBatch());
    node.put("provenShare", figures.provenShare());
    node.put("reorderBusy", figures.reorderBusy());
    node.put("validatorNsPerCommit", figures.validatorNsPerCommit());
    node.put("cpuNsPerCommit", figures.cpuNsPerCommit());
    putLog(node, figures.log());
    node.put("overloadedPerCommit", figures.overloadedPerCommit());
    ArrivalTable.put(node, figures.arrivals());
    node.put("invariantHolds", figures.invariantHolds());
  }
}
