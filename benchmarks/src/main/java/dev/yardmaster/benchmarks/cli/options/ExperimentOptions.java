package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.TimeSpan;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.experiment.ExperimentFile;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.report.Provenance;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that all experiments share: how figures are measured, resumed and reported. */
public final class ExperimentOptions extends SeedOption {

  /**
   * The heap for the measurement of one point: the tables of the current round, the tables of the
   * previous round, and the drawn transactions.
   */
  private static final long POINT_BYTES = 4L << 30;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      description =
          "Number of measurements of each side; the sides run alternately; ${RANGE}. Default: 5, with --quick 1.")
  private Integer repeats;

  @Option(
      names = "--seconds",
      paramLabel = "<s>",
      converter = DecimalNumber.RecordedSeconds.class,
      description =
          "Length of a measured interval on threads, in seconds; ${RANGE}. Default: 2, with --quick"
              + " 0.15.")
  private Double seconds;

  @Option(
      names = "--quick",
      description =
          "Use small tables, few points and one repeat, for first figures in minutes instead of hours.")
  private boolean quick;

  @Option(
      names = "--jobs",
      paramLabel = "<n>",
      converter = WholeNumber.Jobs.class,
      description =
          "Number of points of simulated workers that are measured at the same time; ${RANGE}."
              + " Default: the number of processors, but at most one for each 4 GiB of heap.")
  private Integer jobs;

  @Option(
      names = "--resume",
      description =
          "Continue the run of the results file of --json, whose settings must be the same. Points"
              + " that are in the file are not measured again; each new point is added as soon as"
              + " it is measured.")
  private boolean resume;

  @Option(
      names = "--for",
      paramLabel = "<time>",
      converter = TimeSpan.class,
      description =
          "End after this time, such as 100m; ${RANGE}. The points that are being measured then are"
              + " completed, and --resume continues with the others. Default: no limit.")
  private Duration limit;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "The results file. Default: reports/<paper>.json under the current folder.")
  private Path json;

  @Option(names = CsvOption.NAME, paramLabel = CsvOption.FILE, description = CsvOption.DESCRIPTION)
  private Path csv;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "The HTML report. Default: reports/<paper>.html under the current folder.")
  private Path report;

  /** Returns the number of points in virtual time that are measured concurrently. */
  public int jobs() {
    if (jobs != null) {
      return jobs;
    }
    Runtime runtime = Runtime.getRuntime();
    long fit = Math.round((double) runtime.maxMemory() / POINT_BYTES);
    return (int) Math.max(1, Math.min(fit, runtime.availableProcessors()));
  }

  /**
   * Returns the number of measurements of each side: the option's value, or the experiment's
   * default.
   */
  public int repeats(int byDefault) {
    return repeats == null ? byDefault : repeats;
  }

  /**
   * Returns the length of an interval with workers on threads, in seconds: the option's value, or
   * the experiment's default.
   */
  public double seconds(double byDefault) {
    return seconds == null ? byDefault : seconds;
  }

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description =
          "A folder for the charts, one SVG file for each chart. Default: no charts are written.")
  private Path plots;

  /** Returns the time after which no further point begins, in ns. */
  public long limitNs() {
    return limit == null ? Long.MAX_VALUE : limit.toNanos();
  }

  public boolean quick() {
    return quick;
  }

  /** Checks that the results file can be written, and returns it. */
  public ExperimentFile file(
      String name,
      String paper,
      Map<String, Object> settings,
      Provenance provenance,
      CommandLine cmd) {
    return new ExperimentFile(
        ReportFile.forOption("--json", json == null ? standard(name, "json") : json, cmd),
        paper,
        settings,
        provenance);
  }

  /** Checks that the HTML report can be written, and returns its file. */
  public ReportFile page(String name, CommandLine cmd) {
    return ReportFile.forOption("--report", report == null ? standard(name, "html") : report, cmd);
  }

  /**
   * Checks that the CSV report can be written, and returns its file; empty if there is no CSV
   * report.
   */
  public Optional<ReportFile> csv(CommandLine cmd) {
    return CsvOption.file(csv, cmd);
  }

  private static Path standard(String name, String ending) {
    return Path.of("reports", name + "." + ending);
  }

  /**
   * Returns the measurements of the results file if {@code --resume} is given, and no measurements
   * otherwise.
   */
  public Measurements measurements(ExperimentFile file, CommandLine cmd) throws IOException {
    if (!resume) {
      return new Measurements();
    }
    try {
      return file.read();
    } catch (ExperimentFile.Unfit e) {
      throw new ParameterException(cmd, "--resume: " + e.getMessage(), e);
    }
  }

  /** Checks that charts can be written. */
  public void checkPlots(CommandLine cmd) {
    if (plots != null) {
      ReportFile.forOption("--plots", plots.resolve("figure.svg"), cmd);
    }
  }

  /** Writes the charts if {@code --plots} is given. */
  public void writePlots(Report made) throws IOException {
    if (plots != null) {
      for (Map.Entry<String, String> plot : made.plots().entrySet()) {
        ReportFile.prepare(plots.resolve(plot.getKey())).write(plot.getValue());
      }
    }
  }
}
