package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.run.DiskComparison.Found;
import dev.yardmaster.benchmarks.run.DiskComparison.RawRate;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a durable pipeline reaches beside memory and beside the disk itself. */
public final class DiskReport {

  /** One wait for the disk for twenty commits, or fewer. */
  private static final double MOST_FORCES_PER_COMMIT = 1.0 / 20;

  private static final double LEAST_SYNC_TO_RAW = 0.6;
  private static final double BYTES_PER_MB = 1e6;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private DiskReport() {}

  /** For the terminal, in order. */
  public static List<Table> tables(Found found) {
    return List.of(
        ResultTables.figures(found.results()),
        ResultTables.log(found.results()),
        raw(found),
        Bar.table(bars(found)));
  }

  private static Table raw(Found found) {
    List<List<String>> rows = new ArrayList<>();
    for (RawRate rate : found.raw()) {
      rows.add(
          List.of(
              Integer.toString(rows.size() + 1),
              ResultTables.whole(rate.blockBytes()),
              ResultTables.whole(rate.blocksPerSecond()),
              megabytes(rate.bytesPerSecond()),
              megabytes(rate.syncBytesPerSecond()),
              decimal(rate.syncToRaw())));
    }
    return new Table(
        "The raw loop: blocks as long as the mean group of "
            + found.sync().side().label()
            + " in the same repeat, each written and forced",
        List.of("repeat", "block bytes", "blocks/s", "raw MB/s", "log MB/s", "log to raw"),
        rows);
  }

  private static List<Bar> bars(Found found) {
    double forces = found.sync().medians().log().forcesPerCommit();
    Spread toRaw = found.syncToRaw();
    return List.of(
        new Bar(
            "forces per commit",
            "at most " + decimal(MOST_FORCES_PER_COMMIT),
            String.format(Locale.ROOT, "%.4f", forces),
            forces <= MOST_FORCES_PER_COMMIT),
        new Bar(
            "log to raw",
            "at least " + decimal(LEAST_SYNC_TO_RAW),
            ResultTables.ratio(toRaw, found.raw().size()),
            toRaw.median() >= LEAST_SYNC_TO_RAW));
  }

  /** An object with the sides as in {@link JsonReport}, and the raw loop. */
  public static String json(Found found) {
    ObjectNode report = MAPPER.createObjectNode();
    report.set("sides", JsonReport.sides(found.results()));
    Spread toRaw = found.syncToRaw();
    report.put("syncToRaw", toRaw.median());
    report.put("syncToRawMin", toRaw.min());
    report.put("syncToRawMax", toRaw.max());
    ArrayNode repeats = report.putArray("raw");
    for (RawRate rate : found.raw()) {
      ObjectNode node = repeats.addObject();
      node.put("blockBytes", rate.blockBytes());
      node.put("blocksPerSecond", rate.blocksPerSecond());
      node.put("rawBytesPerSecond", rate.bytesPerSecond());
      node.put("syncBytesPerSecond", rate.syncBytesPerSecond());
      node.put("syncToRaw", rate.syncToRaw());
    }
    return JsonReport.write(report) + '\n';
  }

  private static String megabytes(double bytes) {
    return decimal(bytes / BYTES_PER_MB);
  }

  private static String decimal(double figure) {
    return String.format(Locale.ROOT, "%,.2f", figure);
  }
}
