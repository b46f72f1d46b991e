package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.wire.EnduranceFindings;
import dev.yardmaster.benchmarks.wire.EnduranceSample;
import dev.yardmaster.benchmarks.wire.WireFigures;
import dev.yardmaster.server.cli.Table;
import java.util.List;
import java.util.Locale;

/**
 * What a server's memory did under many connections.
 *
 * @param boundBytes the most that may be resident
 * @param growthBytes the most that the least of the last quarter may be above that of the second
 */
public record EnduranceReport(EnduranceFindings found, long boundBytes, long growthBytes) {

  private static final double BYTES_PER_MIB = 1 << 20;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** A second of it, in a line. */
  public static String line(EnduranceSample sample) {
    return String.format(
        Locale.ROOT,
        "%5.0f s | %,9.0f committed/s | resident %s MiB",
        sample.second(),
        sample.committedPerSecond(),
        mebibytes(sample.residentBytes()));
  }

  /** For the terminal, in order. */
  public List<Table> tables() {
    WireFigures figures = found.figures();
    return List.of(
        new Table(
            "No transaction ended with an error; latency in us",
            List.of("answered/s", "committed/s", "p50", "p99", "max", "invariant"),
            List.of(
                List.of(
                    ResultTables.whole(figures.answeredPerSecond()),
                    ResultTables.whole(figures.committedPerSecond()),
                    ResultTables.whole(figures.latency().p50()),
                    ResultTables.whole(figures.latency().p99()),
                    ResultTables.whole(figures.latency().max()),
                    figures.invariantHolds() ? "holds" : "BROKEN"))),
        Bar.table(bars()));
  }

  private List<Bar> bars() {
    return List.of(
        new Bar(
            "most resident, MiB",
            "at most " + mebibytes(boundBytes),
            mebibytes(found.mostResidentBytes()),
            found.mostResidentBytes() <= boundBytes),
        new Bar(
            "resident, last quarter less second, MiB",
            "at most " + mebibytes(growthBytes),
            mebibytes(found.growthBytes()),
            found.growthBytes() <= growthBytes));
  }

  /** Whether the memory stayed within its bounds and the money was all there. */
  public boolean isFine() {
    return found.brokenInvariant().isEmpty() && bars().stream().allMatch(Bar::isMet);
  }

  /** An object with the bounds and every sample. */
  public String json() {
    ObjectNode report = MAPPER.createObjectNode();
    report.put("answeredPerSecond", found.figures().answeredPerSecond());
    report.put("committedPerSecond", found.figures().committedPerSecond());
    report.put("mostResidentBytes", found.mostResidentBytes());
    report.put("residentBoundBytes", boundBytes);
    report.put("growthBytes", found.growthBytes());
    report.put("growthBoundBytes", growthBytes);
    report.put("invariantHolds", found.brokenInvariant().isEmpty());
    ArrayNode samples = report.putArray("samples");
    for (EnduranceSample sample : found.samples()) {
      ObjectNode node = samples.addObject();
      node.put("second", sample.second());
      node.put("committedPerSecond", sample.committedPerSecond());
      node.put("residentBytes", sample.residentBytes());
    }
    return JsonReport.write(report) + '\n';
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f", bytes / BYTES_PER_MIB);
  }
}
