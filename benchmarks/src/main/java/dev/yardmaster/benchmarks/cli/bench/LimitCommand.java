package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.ComparisonOptions;
import dev.yardmaster.benchmarks.cli.options.JsonOption;
import dev.yardmaster.benchmarks.cli.options.PipelineOptions;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.LimitSide;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.run.PipelineReport;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.benchmarks.workload.micro.LimitLoop;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.reorder.ReorderConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the pipeline with a loop that does the same work without queues and clients. */
@Command(
    name = "limit",
    description = {
      "Runs the micro-benchmark's transactions alternately in a single-threaded loop, without"
          + " queues or clients, and on the pipeline. Reports the pipeline's share of the loop's"
          + " throughput.",
      "",
      "The loop does the same reads, writes, version checks and reordering, but it does not "
          + "retry aborted transactions. Therefore use a low --skew for the comparison."
    },
    exitCodeList = {"0:fine", "1:a run failed", "2:wrong usage", "130:ended by Ctrl-C"})
final class LimitCommand extends MeasurementCommand {

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.Skew.class,
      defaultValue = "0",
      description = "Skew with which keys are drawn: theta of Zipf's law, 0 (uniform) to 5.")
  private double skew;

  @Option(
      names = "--objects",
      paramLabel = "<n>",
      converter = WholeNumber.Objects.class,
      defaultValue = "100000",
      description = "Objects; ${RANGE}.")
  private int objects;

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ComparisonOptions runOptions = new ComparisonOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  @Mixin private JsonOption json;

  LimitCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    runOptions.check(pipelineOptions.concurrency(), command());
    Micro micro = new Micro(objects, skew, runOptions.seed());
    PipelineConfig config = pipelineOptions.config(runOptions.seed());
    Experiment experiment =
        runOptions.experiment(micro, skew, Logic.PROCEDURE, runOptions.sides(), config);
    ReorderConfig reorder =
        ReorderConfig.DEFAULT
            .withSolver(config.solver())
            .withPolicy(config.policy())
            .withMultiFactor(config.multiFactor())
            .withNodeBudget(config.nodeBudget());
    NanoClock clock = environment().clock();
    List<Side> sides = new ArrayList<>();
    sides.add(
        new LimitSide(
            () -> new LimitLoop(micro, config.batchSize(), config.committedVersions(), reorder),
            experiment.warmUpNs(),
            clock));
    sides.addAll(PipelineRounds.of(experiment, environment().launcher(), clock));
    return run(
        micro.name() + ": " + micro.description(),
        json.files(command()),
        progress -> PipelineReport.limit(experiment, compare(sides, experiment.plan(), progress)));
  }
}
