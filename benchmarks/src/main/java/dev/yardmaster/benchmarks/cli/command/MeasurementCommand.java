package dev.yardmaster.benchmarks.cli.command;

import static java.util.stream.Collectors.joining;

import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.report.Provenance;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.soak.SoakSamples;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that measures. The command announces the run, measures, prints tables and writes
 * reports. The exit code is 0 only if every check passed.
 */
public abstract class MeasurementCommand implements Callable<Integer> {

  private static final double SECONDS_PER_LINE = 10;

  private final Environment environment;

  @Spec private CommandSpec spec;

  /** Creates a command that runs in an environment. */
  protected MeasurementCommand(Environment environment) {
    this.environment = environment;
  }

  /** A measurement, which the command runs. */
  @FunctionalInterface
  protected interface Measurement {

    /**
     * Runs the measurement and returns its report.
     *
     * @param progress receives the progress of each round
     */
    Report measure(ProgressListener progress) throws InterruptedException;
  }

  /** Returns the environment in which the command runs. */
  protected final Environment environment() {
    return environment;
  }

  /** Returns the command line of this command. */
  protected final CommandLine command() {
    return spec.commandLine();
  }

  /**
   * Runs the rounds of the given sides and returns the results; if the run was interrupted, the
   * results are partial.
   */
  protected final Results compare(
      List<? extends Side> sides, Plan plan, ProgressListener progress) {
    return new Comparison("", sides, plan, environment.clock(), progress).run();
  }

  /**
   * Returns the line that is printed below the tables if no check failed; an empty string for no
   * line.
   */
  protected String goodNews() {
    return "";
  }

  /** Returns whether the command fails if a measured ratio misses its bar (the required ratio). */
  protected boolean failsByBars() {
    return false;
  }

  /** Runs a measurement, prints and writes its report, and returns the exit code. */
  protected final int run(String description, ReportFiles files, Measurement measurement)
      throws IOException {
    PrintWriter out = command().getOut();
    Provenance provenance = Provenance.of(CommandText.of(command()));
    out.println(description);
    out.flush();
    Report report;
    try (ProgressLine progress =
        new ProgressLine(command().getErr(), environment.terminal(), environment.clock())) {
      report = measurement.measure(progress);
    } catch (InterruptedException e) {
      command().getErr().println("interrupted; no report written");
      return ExitCode.SOFTWARE;
    }
    return show(report) ? write(report, files, provenance) : ExitCode.SOFTWARE;
  }

  /** Prints the results measured so far and returns whether all results are complete. */
  private boolean show(Report report) {
    PrintWriter out = command().getOut();
    PrintWriter err = command().getErr();
    Measurements measurements = report.measurements();
    int repeats = measurements.all().stream().mapToInt(Results::repeats).max().orElse(0);
    if (repeats > 0) {
      out.println();
      if (!report.disturbance().isEmpty()) {
        out.println(report.disturbance());
        out.println();
      }
      report.tables().forEach(table -> out.println(TextTable.render(table)));
      if (!report.headline().isEmpty()) {
        out.println(report.headline());
      }
      if (!goodNews().isEmpty() && report.findings().isEmpty()) {
        out.println(goodNews());
      }
    }
    report.findings().forEach(line -> err.println("invariant broken: " + line));
    boolean interrupted = measurements.all().stream().anyMatch(Results::interrupted);
    if (interrupted) {
      err.println("interrupted after " + repeats + " repeats; no report written");
    }
    out.flush();
    err.flush();
    return !interrupted;
  }

  private int write(Report report, ReportFiles files, Provenance provenance) throws IOException {
    String written =
        files.write(report, provenance).stream().map(Path::toString).collect(joining(", "));
    if (!written.isEmpty()) {
      command().getOut().println("Reports: " + written);
      command().getOut().flush();
    }
    return report.findings().isEmpty() && (!failsByBars() || report.meetsBars())
        ? ExitCode.OK
        : ExitCode.SOFTWARE;
  }

  /** Returns a consumer that prints one sample every {@code SECONDS_PER_LINE} seconds. */
  protected final Consumer<MetricValues> samples() {
    double[] next = {SECONDS_PER_LINE};
    return sample -> {
      if (SoakSamples.second(sample) >= next[0]) {
        next[0] += SECONDS_PER_LINE;
        command().getErr().println(SoakSamples.line(sample));
        command().getErr().flush();
      }
    };
  }
}
