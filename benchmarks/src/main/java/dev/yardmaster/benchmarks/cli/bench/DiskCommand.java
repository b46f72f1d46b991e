package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.JsonOption;
import dev.yardmaster.benchmarks.cli.options.PipelineOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.RunOptions;
import dev.yardmaster.benchmarks.cli.options.WorkloadOptions;
import dev.yardmaster.benchmarks.disk.DiskBoundSide;
import dev.yardmaster.benchmarks.disk.DiskReport;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Compares the durable pipeline with the pipeline in memory and with the disk itself. */
@Command(
    name = "disk",
    description = {
      "Runs a workload alternately in memory (full), with full+async and with full+sync, and after"
          + " each round of +sync a raw loop on the same file system. Reports the cost of"
          + " durability, and the log's share of the raw loop's rate.",
      "",
      "The raw loop is one thread that appends blocks to a file from one off-heap buffer and forces"
          + " the file after each block, by the same calls as the log. The loop has no checks, no"
          + " headers and no queue. The loop's blocks have the mean length of a group of "
          + "+sync in the same"
          + " repeat, padded to a multiple of 4,096 bytes like the log's groups. When the file has"
          + " the length of a segment of the log, the loop deletes the file and continues in a new"
          + " file."
    },
    exitCodeList = {
      "0:fine; a missed bar does not count as a failure",
      "1:a run failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class DiskCommand extends MeasurementCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      description = "The workload; see --workload.")
  private String workload;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final WorkloadOptions workloadOptions = new WorkloadOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final RunOptions runOptions = new RunOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @Mixin private JsonOption json;

  DiskCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    WorkloadOptions.Chosen chosen = workloadOptions.choose(workload, runOptions.seed(), command());
    workloadOptions.check(pipelineOptions.concurrency(), command());
    runOptions.check(pipelineOptions.concurrency(), command());
    runOptions.checkData(command());
    ReportFiles files = json.files(command());
    Experiment experiment =
        runOptions.experiment(
            chosen.draw(),
            chosen.skew(),
            workloadOptions.logic(),
            DiskBoundSide.SIDES,
            pipelineOptions.config(runOptions.seed()));
    NanoClock clock = environment().clock();
    List<Side> sides =
        new ArrayList<>(PipelineRounds.of(experiment, environment().launcher(), clock));
    int last = sides.size() - 1;
    sides.set(last, new DiskBoundSide(sides.get(last), experiment, clock));
    return run(
        experiment.workload().name() + ": " + experiment.workload().description(),
        files,
        progress -> DiskReport.of(experiment, compare(sides, experiment.plan(), progress)));
  }
}
