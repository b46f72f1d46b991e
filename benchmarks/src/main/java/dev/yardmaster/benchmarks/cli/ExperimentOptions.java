package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.experiment.ExperimentRun;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Measurements;
import dev.yardmaster.benchmarks.report.ExperimentFile;
import dev.yardmaster.benchmarks.report.ExperimentReport;
import dev.yardmaster.benchmarks.report.Machine;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.SeedNumber;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How the figures of any paper are run, resumed and reported. */
final class ExperimentOptions {

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      description =
          "How often each side is measured; sides alternate; 1 to 1,000. Default: 5, with --quick"
              + " 1.")
  private Integer repeats;

  @Option(
      names = "--seconds",
      paramLabel = "<s>",
      converter = DecimalNumber.RecordedSeconds.class,
      description =
          "Length of intervals on threads, in seconds; 0.001 to 86400. Default: 2, with --quick"
              + " 0.15.")
  private Double seconds;

  @Option(
      names = "--quick",
      description =
          "Small tables, few points, one repeat: minutes instead of hours, for a first look.")
  private boolean quick;

  @Option(
      names = "--resume",
      description =
          "Go on with the results file of --json, whose settings must be the same: what is in it is"
              + " not measured again. Points are written to it one by one.")
  private boolean resume;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description =
          "Seed of every random choice; any whole number of 64 bits. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "The results file. Default: reports/<paper>.json under the current folder.")
  private Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "The HTML report. Default: reports/<paper>.html under the current folder.")
  private Path report;

  /** How often each side is measured, by default as often as the experiment has it. */
  int repeats(int byDefault) {
    return repeats == null ? byDefault : repeats;
  }

  /** How long an interval on threads is, by default as long as the experiment has it. */
  double seconds(double byDefault) {
    return seconds == null ? byDefault : seconds;
  }

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description = "A folder for the charts, each as an SVG file. Default: none are written.")
  private Path plots;

  boolean quick() {
    return quick;
  }

  long seed() {
    return seed;
  }

  /**
   * Measures and reports; the exit code.
   *
   * @param name of the paper on the command line
   * @param paper its name for people
   * @param settings what all points' results depend on
   */
  int run(
      String name,
      String paper,
      List<Figure> figures,
      Map<String, Object> settings,
      Environment environment,
      CommandLine cmd)
      throws IOException {
    ReportFile page =
        ReportOptions.prepare("--report", report == null ? standard(name, "html") : report, cmd);
    ExperimentFile file =
        new ExperimentFile(
            ReportOptions.prepare("--json", json == null ? standard(name, "json") : json, cmd),
            name,
            settings);
    Measurements measurements = measurements(file, cmd);
    if (plots != null) {
      ReportOptions.prepare("--plots", plots.resolve("figure.svg"), cmd);
    }
    PrintWriter out = cmd.getOut();
    out.println(paper);
    out.flush();
    ExperimentReport results = new ExperimentReport(paper, settings, figures, measurements);
    try (ProgressLine progress =
        new ProgressLine(cmd.getErr(), environment.terminal(), environment.clock())) {
      new ExperimentRun(
              figures,
              measured -> file.write(measured, figures),
              measurements,
              environment.clock(),
              progress)
          .run();
    } catch (InterruptedException e) {
      cmd.getErr().println("interrupted; --resume goes on with " + file.path());
      cmd.getErr().flush();
      return ExitCode.SOFTWARE;
    }
    out.println();
    results.tables().forEach(table -> out.println(TextTable.render(table)));
    out.println(results.summary());
    results.findings().forEach(line -> cmd.getErr().println("invariant broken: " + line));
    cmd.getErr().flush();
    page.write(results.html(Machine.current(), CommandText.of(cmd)));
    if (plots != null) {
      for (Map.Entry<String, String> plot : results.plots().entrySet()) {
        ReportFile.prepare(plots.resolve(plot.getKey())).write(plot.getValue());
      }
    }
    out.println("Reports: " + page.path() + ", " + file.path());
    out.flush();
    return results.findings().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Measurements measurements(ExperimentFile file, CommandLine cmd) throws IOException {
    if (!resume) {
      return new Measurements();
    }
    try {
      return file.read();
    } catch (ExperimentFile.Unfit e) {
      throw new ParameterException(cmd, "--resume: " + e.getMessage(), e);
    }
  }

  private static Path standard(String name, String ending) {
    return Path.of("reports", name + "." + ending);
  }
}
