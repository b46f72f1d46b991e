package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.SideList;
import dev.yardmaster.benchmarks.run.PipelineSide;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * The options that choose the sides of a comparison (the compared systems or settings) and the
 * length of the run.
 */
public final class ComparisonOptions extends RunOptions {

  @Option(
      names = "--modes",
      paramLabel = "<list>",
      converter = SideList.class,
      defaultValue = "base,batch,sr,vc,srvc,full",
      description =
          "The sides to compare, comma-separated: base, batch, sr (storage reordering), vc"
              + " (validator reordering), srvc (both), full (srvc+repair+adaptive+bounded), auto"
              + " (full that tunes itself). A side can have its own solver, policy and batch size,"
              + " and after them suffixes that switch features, in this order: "
              + PipelineSide.FORM
              + ", as in srvc/sort, srvc:rdeg@300 or base+repair. +w4: as --reorder-workers 4."
              + " +shared, +split, +spread and +dedicated: as --threads."
              + " +repair: as --repair on. +adaptive: as --window adaptive --hot-key-waiting 256."
              + " +bounded: as --attempt-bound 8. +sync: commits are on disk before they are"
              + " answered; +async: soon after. +disk64: with +sync or +async, the data are in a"
              + " table on disk, and memory has at most 64 MiB of them. +noreports: as --conflict-reports off. +recorded: a"
              + " history is recorded but not checked. Ratios are to the side base, or to the first"
              + " side if there is no base.")
  private DistinctList<PipelineSide> modes;

  public List<PipelineSide> sides() {
    return modes.values();
  }

  @Override
  public void check(int concurrency, CommandLine command) {
    super.check(concurrency, command);
    if (modes.values().stream().anyMatch(PipelineSide::isDurable)) {
      checkData(command);
    }
  }
}
