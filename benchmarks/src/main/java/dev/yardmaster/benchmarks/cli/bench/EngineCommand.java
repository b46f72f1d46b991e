package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.DataOption;
import dev.yardmaster.benchmarks.cli.options.EngineOptions;
import dev.yardmaster.benchmarks.cli.options.JsonOption;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.engine.EngineReport;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;

/** Compares protocols of the in-process engine on a workload over records. */
abstract class EngineCommand extends MeasurementCommand {

  @ArgGroup(validate = false, heading = "%nEngine:%n")
  private final EngineOptions engine = new EngineOptions();

  @Mixin private DataOption dataOption;

  @Mixin private JsonOption json;

  EngineCommand(Environment environment) {
    super(environment);
  }

  final EngineOptions engine() {
    return engine;
  }

  @Override
  protected final String goodNews() {
    if (!engine.checksHistories()) {
      return "";
    }
    return engine.sides().stream().allMatch(EngineSide::isSerializable)
        ? "Every round's history is serializable."
        : "Every round's history has the isolation of its protocol.";
  }

  /** Runs the comparison, writes the reports and returns the exit code. */
  final int compare(RecordWorkload workload, Map<String, Object> sizes) throws IOException {
    ReportFiles files = json.files(command());
    engine.check(workload, command());
    Path data = engine.logsOnDisk() ? dataOption.directory(command()) : null;
    EngineSetup setup = engine.setup(workload, data, command());
    List<Side> sides =
        engine.sides().stream()
            .map(side -> new ConfiguredSide(side.label(), side, setup).by(environment().clock()))
            .toList();
    return run(
        workload.name() + ": " + workload.description(),
        files,
        progress -> {
          Results results = compare(sides, setup.plan(), progress);
          results.rows().forEach(row -> requireCommits(row, setup));
          return EngineReport.of(setup, engine.settings(workload, sizes, setup), results);
        });
  }

  private static void requireCommits(Row row, EngineSetup setup) {
    if (row.spread(Metric.COMMITTED).filter(perSecond -> perSecond.min() > 0).isEmpty()) {
      throw new WorkloadFailure(
          "no transaction committed within "
              + setup.recordedNs()
              + " ns: protocol="
              + row.label()
              + "; longer --seconds may help");
    }
  }
}
