package dev.yardmaster.benchmarks.cli.experiment;

import dev.yardmaster.benchmarks.cli.command.CommandText;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.ProgressLine;
import dev.yardmaster.benchmarks.cli.options.ExperimentOptions;
import dev.yardmaster.benchmarks.experiment.ExperimentFile;
import dev.yardmaster.benchmarks.experiment.ExperimentReport;
import dev.yardmaster.benchmarks.experiment.ExperimentRun;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.report.CsvReport;
import dev.yardmaster.benchmarks.report.Provenance;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Runs the experiments of a paper. The command measures the points that the results file does not
 * contain yet, and writes the reports.
 */
@Command(
    exitCodeList = {
      "0:fine; the verdicts on the paper's claims do not change the exit code",
      "1:a run failed: an invariant is broken, or a report could not be written",
      "2:wrong usage, or --resume of a file with other settings",
      "130:ended by Ctrl-C; --resume continues the run"
    })
abstract class PaperCommand implements Callable<Integer> {

  private final Environment environment;

  @Spec private CommandSpec spec;

  @ArgGroup(validate = false, heading = "%nExperiment:%n")
  private final ExperimentOptions options = new ExperimentOptions();

  PaperCommand(Environment environment) {
    this.environment = environment;
  }

  final ExperimentOptions options() {
    return options;
  }

  /** A further result that a command computes from the measurements. */
  @FunctionalInterface
  interface Conclusion {
    void draw(Measurements measurements, PrintWriter out) throws IOException;
  }

  /** Returns the command as it was called. */
  final CommandLine line() {
    return spec.commandLine();
  }

  /**
   * Measures the figures as {@link #run(String, List, Map, Conclusion)} does, without a further
   * result.
   */
  final int run(String paper, List<Figure> figures, Map<String, Object> scale) throws IOException {
    return run(paper, figures, scale, (measurements, out) -> {});
  }

  /**
   * Measures the figures, writes the reports and returns the exit code.
   *
   * @param paper the paper's name for the reports
   * @param scale the settings that affect the results of all points, without the seed
   */
  final int run(
      String paper, List<Figure> figures, Map<String, Object> scale, Conclusion conclusion)
      throws IOException {
    CommandLine cmd = line();
    PrintWriter out = cmd.getOut();
    PrintWriter err = cmd.getErr();
    Map<String, Object> settings = new LinkedHashMap<>(scale);
    settings.put("seed", options.seed());
    ReportFile page = options.page(spec.name(), cmd);
    Optional<ReportFile> csv = options.csv(cmd);
    Provenance provenance = Provenance.of(CommandText.of(cmd));
    ExperimentFile file = options.file(spec.name(), paper, settings, provenance, cmd);
    Measurements measurements = options.measurements(file, cmd);
    options.checkPlots(cmd);
    out.println(paper);
    out.flush();
    boolean measures =
        figures.stream()
            .flatMap(figure -> figure.points().stream())
            .anyMatch(point -> !measurements.has(point.key()));
    int left;
    try (ProgressLine progress =
        ProgressLine.ofHours(err, environment.terminal(), environment.clock())) {
      ExperimentRun run =
          new ExperimentRun(
              figures,
              options.jobs(),
              measured -> file.write(report(paper, settings, figures, measured), measures),
              measurements,
              environment.clock(),
              progress,
              options.limitNs());
      left = run.run();
    } catch (InterruptedException e) {
      err.println("interrupted; --resume continues from " + file.path());
      err.flush();
      return ExitCode.SOFTWARE;
    }
    Report report = report(paper, settings, figures, measurements);
    out.println();
    out.println(report.disturbance());
    out.println();
    report.tables().forEach(table -> out.println(TextTable.render(table)));
    if (!report.headline().isEmpty()) {
      out.println(report.headline());
    }
    if (left == 0) {
      conclusion.draw(measurements, out);
    }
    report.findings().forEach(line -> err.println("invariant broken: " + line));
    err.flush();
    page.write(report.html(provenance));
    options.writePlots(report);
    if (csv.isPresent()) {
      csv.get().write(CsvReport.render(report));
    }
    if (left > 0) {
      out.println("The time is over, and " + left + " points are left; --resume continues.");
    }
    out.println(
        "Reports: "
            + page.path()
            + ", "
            + file.path()
            + csv.map(table -> ", " + table.path()).orElse(""));
    out.flush();
    return report.findings().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Report report(
      String paper, Map<String, Object> settings, List<Figure> figures, Measurements measurements) {
    Report report = ExperimentReport.of(paper, settings, figures, measurements);
    return options.quick() ? report.withoutVerdicts() : report;
  }
}
