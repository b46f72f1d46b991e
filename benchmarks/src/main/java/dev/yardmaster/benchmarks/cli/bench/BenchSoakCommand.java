package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.DataOption;
import dev.yardmaster.benchmarks.cli.options.JsonOption;
import dev.yardmaster.benchmarks.cli.options.PipelineOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.RunOptions;
import dev.yardmaster.benchmarks.cli.options.WorkloadOptions;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.PipelineRunSettings;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.soak.PipelineSoak;
import dev.yardmaster.benchmarks.soak.SoakReport;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * Runs a durable pipeline for some minutes, and checks that the sizes of the data directory and of
 * the used heap stay bounded.
 */
@Command(
    name = "soak",
    description = {
      "Runs a workload on one durable side at full load for minutes, with frequent checkpoints."
          + " Every second the command samples the length of the data directory, the heap "
          + "in use after the"
          + " last collection, the live threads and the throughput.",
      "",
      "The bound of the directory's length is the sum of four lengths of this run: the log length"
          + " that triggers a checkpoint, a segment, two checkpoints, and the most bytes that were"
          + " written to the log during one checkpoint. The heap's growth is the difference between"
          + " the least use in the first and in the last quarter. The first and the last "
          + "quarter begin with a full collection, because young collections leave dead old "
          + "objects behind. At the end the"
          + " workload's invariant must hold, also on the recovered data."
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed, an invariant is broken, or the directory or the heap exceeds its bound",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class BenchSoakCommand extends MeasurementCommand {

  private static final double NS_PER_MINUTE = 60e9;
  private static final long WARM_UP_NS = 5_000_000_000L;
  private static final long BYTES_PER_MIB = 1L << 20;

  @Parameters(
      arity = "0..1",
      paramLabel = "WORKLOAD",
      description = "The workload; see --workload.")
  private String workload;

  @Option(
      names = "--mode",
      paramLabel = "<side>",
      defaultValue = "full+sync",
      description = "The side to run, with +sync or +async; as in --modes of bench.")
  private String mode;

  @Option(
      names = "--minutes",
      paramLabel = "<m>",
      converter = DecimalNumber.Minutes.class,
      defaultValue = "10",
      description = "Length of the run; ${RANGE}.")
  private double minutes;

  @Option(
      names = "--checkpoint-mib",
      paramLabel = "<n>",
      converter = WholeNumber.Mebibytes.class,
      defaultValue = "64",
      description = "Length of the log that triggers a checkpoint, in MiB; ${RANGE}.")
  private int checkpointMib;

  @Option(
      names = "--segment-mib",
      paramLabel = "<n>",
      converter = WholeNumber.SegmentMebibytes.class,
      defaultValue = "8",
      description = "Length of a segment of the log, in MiB; ${RANGE}.")
  private int segmentMib;

  @Option(
      names = "--heap-growth-mib",
      paramLabel = "<n>",
      converter = WholeNumber.Mebibytes.class,
      defaultValue = "32",
      description =
          "Upper bound of the heap's growth from the first to the last quarter, in MiB; ${RANGE}.")
  private int heapGrowthMib;

  @Option(
      names = "--clients",
      paramLabel = "<n>",
      converter = WholeNumber.Clients.class,
      defaultValue = "1",
      description =
          "Number of clients, which share the outstanding transactions; ${RANGE}, at most --concurrency.")
  private int clients;

  @Mixin private SeedOption seedOption;

  @Mixin private DataOption dataOption;

  @Mixin private JsonOption json;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final WorkloadOptions workloadOptions = new WorkloadOptions();

  @ArgGroup(validate = false, heading = "%nPipeline:%n")
  private final PipelineOptions pipelineOptions = new PipelineOptions();

  BenchSoakCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    WorkloadOptions.Chosen chosen = workloadOptions.choose(workload, seedOption.seed(), command());
    workloadOptions.check(pipelineOptions.concurrency(), command());
    RunOptions.checkClients(clients, pipelineOptions.concurrency(), command());
    PipelineSide side = side(command());
    Path data = dataOption.directory(command());
    ReportFiles files = json.files(command());
    Experiment experiment = experiment(chosen, side, data);
    PipelineSoak soak =
        new PipelineSoak(experiment, environment().launcher(), environment().clock(), samples());
    return run(
        experiment.workload().name() + ": " + experiment.workload().description(),
        files,
        progress ->
            SoakReport.ofPipeline(
                experiment.workload(),
                PipelineRunSettings.of(experiment),
                experiment.pipeline().durability(),
                (double) heapGrowthMib * BYTES_PER_MIB,
                compare(List.of(soak), experiment.plan().unrehearsed().unrepeated(), progress)
                    .orInterrupted()));
  }

  @Override
  protected boolean failsByBars() {
    return true;
  }

  private PipelineSide side(CommandLine command) {
    PipelineSide side;
    try {
      side = PipelineSide.parse(mode);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, "--mode: " + e.getMessage(), e);
    }
    if (!side.isDurable()) {
      throw new ParameterException(command, "--mode=" + mode + " has neither +sync nor +async");
    }
    return side;
  }

  private Experiment experiment(WorkloadOptions.Chosen chosen, PipelineSide side, Path data) {
    PipelineConfig config =
        pipelineOptions.config(seedOption.seed()).toBuilder()
            .durability(
                Durability.inMemory()
                    .withLengths(segmentMib * BYTES_PER_MIB, checkpointMib * BYTES_PER_MIB))
            .build();
    long recordedNs = Math.round(minutes * NS_PER_MINUTE);
    return new Experiment(
        chosen.draw(),
        chosen.skew(),
        workloadOptions.logic(),
        List.of(side),
        config,
        clients,
        Math.min(WARM_UP_NS, recordedNs),
        recordedNs,
        1,
        Optional.empty(),
        data);
  }
}
