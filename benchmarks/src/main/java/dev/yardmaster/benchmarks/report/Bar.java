package dev.yardmaster.benchmarks.report;

import dev.yardmaster.server.cli.Table;
import java.util.List;

/**
 * A figure beside what it is to be.
 *
 * @param figure its name
 * @param bar what it is to be, in words
 * @param found what it is, for people
 */
record Bar(String figure, String bar, String found, boolean isMet) {

  static Table table(List<Bar> bars) {
    return new Table(
        "Bars",
        List.of("figure", "bar", "found", ""),
        bars.stream()
            .map(
                bar ->
                    List.of(bar.figure(), bar.bar(), bar.found(), bar.isMet() ? "met" : "MISSED"))
            .toList());
  }
}
