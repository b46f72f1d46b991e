package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DistinctList;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The papers, and the folder with a results file for each of them. */
public final class PapersOption {

  @Option(
      names = "--papers",
      paramLabel = "<list>",
      converter = DistinctList.PaperNames.class,
      description = "The papers, comma-separated: ${RANGE}. Default: all of them.")
  private DistinctList<String> chosen;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "The folder with the results file of each paper, <paper>.json. Default: docs/results/papers"
              + " under the current folder.")
  private Path folder;

  /** Returns the commands of the chosen papers' experiments, in the order of the papers. */
  public List<String> names() {
    return chosen == null ? DistinctList.PaperNames.ALL : chosen.values();
  }

  /**
   * Returns whether the results files are in the standard folder, because the option names no
   * folder.
   */
  public boolean areStandard() {
    return folder == null;
  }

  /** Returns the folder of the results files. */
  public Path folder() {
    return folder == null ? Path.of("docs", "results", "papers") : folder;
  }

  /** Returns the results file of a paper. */
  public Path file(String paper) {
    return folder().resolve(paper + ".json");
  }
}
