package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.options.PapersOption;
import dev.yardmaster.benchmarks.experiment.PapersSummary;
import dev.yardmaster.server.cli.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes a page with the claims of all papers, from the results files of their experiments. */
@Command(
    name = "summary",
    description = {
      "Writes a page in Markdown with the claims of all papers that have a results file: the paper's"
          + " figure, the bar, the measured figure with its spread, the verdict, and for each claim"
          + " that does not reach the paper's figure what differs here."
    },
    footer = "  yardmaster experiment summary --to docs/results/claims.md",
    exitCodeList = {
      "0:fine; the verdicts do not change the exit code",
      "1:a claim falls short and its experiment states no reason, or the page could not be written",
      "2:wrong usage, or there is no results file"
    })
final class SummaryCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private PapersOption papers;

  @Option(
      names = "--to",
      paramLabel = "FILE.md",
      description = "The page. Default: reports/claims.md under the current folder.")
  private Path page = Path.of("reports", "claims.md");

  @Override
  public Integer call() throws IOException {
    CommandLine line = spec.commandLine();
    ReportFile file = ReportFile.forOption("--to", page, line);
    PapersSummary summary = new PapersSummary();
    List<Path> results = papers.names().stream().map(papers::file).filter(Files::exists).toList();
    if (results.isEmpty()) {
      throw new ParameterException(
          line,
          "--results: there is no results file such as " + papers.file(papers.names().get(0)));
    }
    for (Path result : results) {
      try {
        summary.add(result);
      } catch (IllegalArgumentException e) {
        throw new ParameterException(line, "--results: " + e.getMessage(), e);
      }
    }
    file.write(summary.markdown());
    line.getOut().println(summary.counts());
    line.getOut().println("Page: " + file.path());
    line.getOut().flush();
    summary
        .unexplained()
        .forEach(claim -> line.getErr().println("falls short without a reason: " + claim));
    line.getErr().flush();
    return summary.unexplained().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
