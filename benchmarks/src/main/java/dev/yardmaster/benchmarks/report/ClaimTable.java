package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes tables of this project's bars (required ratios) and the papers' claims, with the measured
 * ratios.
 */
final class ClaimTable {

  private ClaimTable() {}

  /**
   * Returns a table with a row for each claim. A column without values, for instance the column of
   * the paper's ratios, is omitted.
   */
  static FigureTable of(String title, List<Claim> claims, Measurements measurements) {
    boolean hasPaper = claims.stream().anyMatch(claim -> !Double.isNaN(claim.paper()));
    boolean hasReasons = claims.stream().anyMatch(claim -> !claim.reason().isEmpty());
    List<String> header = new ArrayList<>(List.of("claim"));
    header.addAll(hasPaper ? List.of("paper") : List.of());
    header.addAll(List.of("bar", "measured", "verdict"));
    header.addAll(hasReasons ? List.of("what differs") : List.of());
    List<List<String>> rows = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (Claim claim : claims) {
      Claim.Judged judged = claim.judge(measurements);
      Shown shown = shown(claim, measurements);
      List<String> row = new ArrayList<>(List.of(claim.words()));
      if (hasPaper) {
        row.add(Double.isNaN(claim.paper()) ? Column.UNDEFINED : shown.text(claim.paper()));
      }
      row.add(claim.direction().sign() + " " + shown.text(claim.bar()));
      row.add(
          judged.measured().map(shown::text).orElse(Column.UNDEFINED)
              + (judged.at().isEmpty() ? "" : ", " + judged.at()));
      row.add(judged.verdict().words());
      if (hasReasons) {
        row.add(mark(claim.reason(), reasons));
      }
      rows.add(row);
    }
    return new FigureTable(title, header, rows, reasons);
  }

  private static String mark(String reason, List<String> reasons) {
    if (!reason.isEmpty() && !reasons.contains(reason)) {
      reasons.add(reason);
    }
    return reason.isEmpty() ? "" : FigureTable.mark(reasons.indexOf(reason));
  }

  /**
   * Returns the format of a claim's values. This is the format of ratios, or the format of the
   * metric if the claim has no base.
   */
  private static Shown shown(Claim claim, Measurements measurements) {
    return claim.compared().stream()
        .filter(each -> each.base() == null)
        .flatMap(each -> measurements.measured(each.figure()).stream())
        .map(Measured::metric)
        .map(metric -> metric.shown())
        .findFirst()
        .orElse(Shown.BY_SIZE);
  }
}
