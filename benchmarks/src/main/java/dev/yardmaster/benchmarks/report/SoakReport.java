package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.run.SoakFindings;
import dev.yardmaster.benchmarks.run.SoakSample;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What grew during a soak, and what it may grow to. */
public final class SoakReport {

  private static final double BYTES_PER_MB = 1e6;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SoakReport() {}

  /** A second of it, in a line. */
  public static String line(SoakSample sample) {
    return String.format(
        Locale.ROOT,
        "%5.0f s | %,9.0f committed/s | data %s MB | heap %s MB | %d threads | %,d checkpoints",
        sample.second(),
        sample.committedPerSecond(),
        megabytes(sample.directoryBytes()),
        megabytes(sample.heapBytes()),
        sample.threads(),
        sample.checkpoints());
  }

  /**
   * For the terminal, in order.
   *
   * @param heapGrowthBytes the most that the heap may grow
   */
  public static List<Table> tables(SoakFindings found, long heapGrowthBytes) {
    return List.of(quarters(found), bound(found), Bar.table(bars(found, heapGrowthBytes)));
  }

  private static Table quarters(SoakFindings found) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < SoakFindings.QUARTERS; i++) {
      List<SoakSample> quarter = found.quarter(i);
      rows.add(
          List.of(
              Integer.toString(i + 1),
              ResultTables.whole(
                  quarter.stream().mapToDouble(SoakSample::committedPerSecond).average().orElse(0)),
              megabytes(quarter.stream().mapToLong(SoakSample::directoryBytes).max().orElse(0)),
              megabytes(SoakFindings.leastHeapBytes(quarter)),
              ResultTables.whole(quarter.stream().mapToInt(SoakSample::threads).max().orElse(0))));
    }
    return new Table(
        "Quarters: mean throughput, most data, least heap in use after a collection, most threads",
        List.of("quarter", "committed/s", "data MB", "heap MB", "threads"),
        rows);
  }

  private static Table bound(SoakFindings found) {
    return new Table(
        "The bound of the data directory, in MB",
        List.of("part", "MB"),
        List.of(
            List.of(
                "log that makes a checkpoint due", megabytes(found.lengths().checkpointBytes())),
            List.of("a segment", megabytes(found.lengths().segmentBytes())),
            List.of("two of the largest checkpoint", megabytes(2 * found.largestCheckpointBytes())),
            List.of(
                String.format(
                    Locale.ROOT,
                    "most logged during a checkpoint (%.2f s at most), and in a quarter of a second"
                        + " unseen (%.1f MB/s at most)",
                    found.longestCheckpointSeconds(),
                    found.mostLoggedBytesPerSecond() / BYTES_PER_MB),
                megabytes(found.bytesDuringCheckpoint())),
            List.of("together", megabytes(found.directoryBoundBytes()))));
  }

  private static List<Bar> bars(SoakFindings found, long heapGrowthBytes) {
    return List.of(
        new Bar(
            "most data, MB",
            "at most " + megabytes(found.directoryBoundBytes()),
            megabytes(found.mostDirectoryBytes()),
            isDirectoryBounded(found)),
        new Bar(
            "heap, last quarter less first, MB",
            "at most " + megabytes(heapGrowthBytes),
            megabytes(found.heapGrowthBytes()),
            isHeapBounded(found, heapGrowthBytes)));
  }

  /** Whether all that is bounded stayed within its bound. */
  public static boolean isBounded(SoakFindings found, long heapGrowthBytes) {
    return isDirectoryBounded(found) && isHeapBounded(found, heapGrowthBytes);
  }

  private static boolean isDirectoryBounded(SoakFindings found) {
    return found.mostDirectoryBytes() <= found.directoryBoundBytes();
  }

  private static boolean isHeapBounded(SoakFindings found, long heapGrowthBytes) {
    return found.heapGrowthBytes() <= heapGrowthBytes;
  }

  /** An object with the bounds and every sample. */
  public static String json(SoakFindings found) {
    ObjectNode report = MAPPER.createObjectNode();
    report.put("mostDirectoryBytes", found.mostDirectoryBytes());
    report.put("directoryBoundBytes", found.directoryBoundBytes());
    report.put("largestCheckpointBytes", found.largestCheckpointBytes());
    report.put("longestCheckpointSeconds", found.longestCheckpointSeconds());
    report.put("bytesDuringCheckpoint", found.bytesDuringCheckpoint());
    report.put("mostLoggedBytesPerSecond", found.mostLoggedBytesPerSecond());
    report.put("heapGrowthBytes", found.heapGrowthBytes());
    report.put("invariantHolds", found.brokenInvariant().isEmpty());
    ArrayNode samples = report.putArray("samples");
    for (SoakSample sample : found.samples()) {
      ObjectNode node = samples.addObject();
      node.put("second", sample.second());
      node.put("committedPerSecond", sample.committedPerSecond());
      node.put("loggedBytesPerSecond", sample.loggedBytesPerSecond());
      node.put("directoryBytes", sample.directoryBytes());
      node.put("heapBytes", sample.heapBytes());
      node.put("threads", sample.threads());
      node.put("checkpoints", sample.checkpoints());
    }
    return JsonReport.write(report) + '\n';
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f", bytes / BYTES_PER_MB);
  }
}
