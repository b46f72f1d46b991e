package dev.yardmaster.benchmarks.report;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.benchmarks.run.ArrivalFigures;
import dev.yardmaster.benchmarks.run.Figures;
import dev.yardmaster.benchmarks.run.LogFigures;
import dev.yardmaster.benchmarks.run.Results;
import dev.yardmaster.benchmarks.run.SideResult;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.server.cli.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables that terminal and HTML report show. */
public final class ResultTables {

  static final List<String> LOG_HEADER =
      List.of("forces/commit", "commits/force", "MB/s", "bytes/commit", "checkpoints");

  private static final double BYTES_PER_MB = 1e6;

  private ResultTables() {}

  /** Throughput, restarts and latency, a row for each side. */
  public static Table figures(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (SideResult side : results.sides()) {
      Figures medians = side.medians();
      List<String> row = new ArrayList<>();
      row.add(side.side().label());
      row.add(whole(medians.committedPerSecond()));
      row.add(ratio(side.ratioToBase(), results.repeats()));
      row.add(perCommit(medians.restartsPerCommit()));
      row.add(whole(medians.mostRestarts()));
      row.add(perCommit(medians.repairsPerCommit()));
      row.addAll(latencies(medians));
      row.add(medians.invariantHolds() ? "holds" : "BROKEN");
      rows.add(row);
    }
    return new Table(
        "Medians of "
            + results.repeats()
            + (results.repeats() == 1 ? " repeat" : " repeats")
            + "; ratio within a repeat (least-greatest), restarts per commit and the most of"
            + " one transaction, repairs per commit, latency in us",
        List.of(
            "mode",
            "committed/s",
            "ratio to " + results.baseLabel(),
            "restarts",
            "most",
            "repairs",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max",
            "invariant"),
        rows);
  }

  /** What the validator did and what it cost, a row for each side. */
  public static Table validator(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (SideResult side : results.sides()) {
      Figures medians = side.medians();
      List<String> row = new ArrayList<>();
      row.add(side.side().label());
      row.add(whole(medians.validatorNsPerCommit()));
      row.add(perBatch(medians.victimsPerBatch()));
      row.add(perBatch(medians.edgesPerBatch()));
      boolean reorders = side.side().mode().validatorReordering();
      row.add(reorders ? percent(medians.provenShare()) : "-");
      row.add(reorders ? percent(medians.reorderBusy()) : "-");
      rows.add(row);
    }
    return new Table(
        "The validator: time at work for each commit, in ns; victims and edges of a batch; batches"
            + " proven best",
        List.of("mode", "ns/commit", "victims/batch", "edges/batch", "proven", "reorder busy"),
        rows);
  }

  /** Aborts by cause, a row for each side. */
  public static Table aborts(Results results) {
    List<String> header = new ArrayList<>(List.of("mode", "all"));
    for (AbortCause cause : AbortCause.values()) {
      header.add(cause.name());
    }
    List<List<String>> rows = new ArrayList<>();
    for (SideResult side : results.sides()) {
      Figures medians = side.medians();
      List<String> row = new ArrayList<>();
      row.add(side.side().label());
      row.add(perCommit(medians.abortsPerCommit()));
      for (AbortCause cause : AbortCause.values()) {
        row.add(perCommit(medians.abortsByCause().get(cause)));
      }
      rows.add(row);
    }
    return new Table(
        "Aborts per commit, by cause (USER: decided by the transaction itself, not run again)",
        header,
        rows);
  }

  /** What became of the transactions of an open loop, a row for each side. */
  public static Table arrivals(Results results) {
    Map<String, ArrivalFigures> arrivals = new LinkedHashMap<>();
    for (SideResult side : results.sides()) {
      arrivals.put(side.side().label(), side.medians().arrivals());
    }
    return ArrivalTable.of(arrivals);
  }

  /** What became of the log, a row for each side that has one. */
  public static Table log(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (SideResult side : results.sides()) {
      LogFigures log = side.medians().log();
      if (log != null) {
        List<String> row = new ArrayList<>();
        row.add(side.side().label());
        row.addAll(logCells(log));
        rows.add(row);
      }
    }
    List<String> header = new ArrayList<>(List.of("mode"));
    header.addAll(LOG_HEADER);
    return new Table(
        "The log: waits for the disk, commits that one of them put there, what was written",
        header,
        rows);
  }

  static List<String> logCells(LogFigures log) {
    return List.of(
        perCommit(log.forcesPerCommit()),
        String.format(Locale.ROOT, "%,.1f", log.commitsPerForce()),
        String.format(Locale.ROOT, "%.2f", log.loggedBytesPerSecond() / BYTES_PER_MB),
        whole(log.loggedBytesPerCommit()),
        whole(log.checkpoints()));
  }

  /** Every repeat of every side. */
  static Table repeats(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (SideResult side : results.sides()) {
      for (int repeat = 0; repeat < side.repeats().size(); repeat++) {
        Figures figures = side.repeats().get(repeat);
        List<String> row = new ArrayList<>();
        row.add(side.side().label());
        row.add(Integer.toString(repeat + 1));
        row.add(whole(figures.committedPerSecond()));
        row.add(ratio(side.ratios().get(repeat)));
        row.add(perCommit(figures.abortsPerCommit()));
        row.add(perCommit(figures.restartsPerCommit()));
        row.add(whole(figures.mostRestarts()));
        row.add(perCommit(figures.repairsPerCommit()));
        row.add(whole(figures.validatorNsPerCommit()));
        row.add(whole(figures.inFlight()));
        row.addAll(latencies(figures));
        rows.add(row);
      }
    }
    return new Table(
        "Every repeat; aborts, restarts (with the most of one transaction), repairs and the"
            + " validator's ns per commit, transactions in flight (mean), latency in us",
        List.of(
            "mode",
            "repeat",
            "committed/s",
            "ratio to " + results.baseLabel(),
            "aborts",
            "restarts",
            "most",
            "repairs",
            "validator ns",
            "in flight",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max"),
        rows);
  }

  private static List<String> latencies(Figures figures) {
    return List.of(
        whole(figures.p50Us()),
        whole(figures.p95Us()),
        whole(figures.p99Us()),
        whole(figures.p999Us()),
        whole(figures.maxUs()));
  }

  static String ratio(Spread ratio, int repeats) {
    return repeats == 1
        ? ratio(ratio.median())
        : ratio(ratio.median()) + " (" + ratio(ratio.min()) + "-" + ratio(ratio.max()) + ")";
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  static String whole(double figure) {
    return String.format(Locale.ROOT, "%,.0f", figure);
  }

  private static String perCommit(double figure) {
    return String.format(Locale.ROOT, "%.4f", figure);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  private static String perBatch(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
