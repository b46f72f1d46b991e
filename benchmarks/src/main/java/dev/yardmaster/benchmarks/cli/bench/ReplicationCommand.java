package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.DataOption;
import dev.yardmaster.benchmarks.cli.options.ReportFileOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.ShortIntervals;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.replication.AppendSide;
import dev.yardmaster.benchmarks.replication.FaultSide;
import dev.yardmaster.benchmarks.replication.LogFault;
import dev.yardmaster.benchmarks.replication.ReplicationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the replicated log on three processes. */
@Command(
    name = "replication",
    description = {
      "Starts three members of a replicated log as processes of this machine, appends entries at the"
          + " leader, and reports throughput, latency, processor time and memory. A raw loop that"
          + " writes and forces blocks of the same length runs after each round.",
      "",
      "Also measures faults, while the leader appends small entries one by one: for how long no"
          + " entry is applied, and how long the member needs to catch up. kill: the leader's"
          + " process is killed. pause: the leader's process stops, as a machine that is suspended."
          + " transfer: the leader lets another member lead. wipe: a follower is killed and loses"
          + " its folder. After each round, all members must have applied the same entries."
    },
    exitCodeList = {
      "0:fine; a missed bar does not count as a failure",
      "1:a run failed, or members have applied different entries",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class ReplicationCommand extends MeasurementCommand {

  @Option(
      names = "--bytes",
      paramLabel = "<list>",
      converter = DistinctList.EntryBytes.class,
      defaultValue = "1024,12288,65536",
      description = "Lengths of an entry, comma-separated; ${RANGE}.")
  private DistinctList<Integer> bytes;

  @Option(
      names = "--in-flight",
      paramLabel = "<list>",
      converter = DistinctList.EntriesInFlight.class,
      defaultValue = "1,4",
      description = "Numbers of entries in flight, comma-separated; ${RANGE}.")
  private DistinctList<Integer> inFlight;

  @Option(
      names = "--measure",
      paramLabel = "<list>",
      converter = DistinctList.ReplicationParts.class,
      defaultValue = "append,kill,pause,transfer,wipe",
      description =
          "What to measure, comma-separated: append, or the faults kill, pause, transfer, wipe."
              + " Default: all of them.")
  private DistinctList<String> parts;

  @Option(
      names = "--election-timeout",
      paramLabel = "<ms>",
      converter = WholeNumber.ElectionMilliseconds.class,
      defaultValue = "500",
      description = "The silence of a leader, in ms, after which others elect a new one; ${RANGE}.")
  private int electionTimeoutMs;

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ShortIntervals intervals = new ShortIntervals();

  @Mixin private DataOption dataOption;

  @Mixin private ReportFileOptions reports;

  ReplicationCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    Path data = dataOption.directory(command());
    ReportFiles files = reports.files(command());
    Duration electionTimeout = Duration.ofMillis(electionTimeoutMs);
    List<Side> sides = new ArrayList<>();
    if (parts.values().contains(AppendSide.LABEL)) {
      sides.addAll(loads(electionTimeout, data));
    }
    List<FaultSide> faults = new ArrayList<>();
    for (LogFault fault : LogFault.values()) {
      if (parts.values().contains(fault.label())) {
        faults.add(new FaultSide(fault, electionTimeout, data));
      }
    }
    sides.addAll(faults);
    return run(
        "A replicated log on three processes",
        files,
        progress ->
            ReplicationReport.of(
                settings(), compare(sides, intervals.plan().unrehearsed(), progress), faults));
  }

  private List<AppendSide> loads(Duration electionTimeout, Path data) {
    List<AppendSide> sides = new ArrayList<>();
    for (int entryBytes : bytes.values()) {
      for (int entries : inFlight.values()) {
        sides.add(
            new AppendSide(
                entryBytes,
                entries,
                electionTimeout,
                data,
                intervals.warmUpNs(),
                intervals.seed(),
                environment().clock()));
      }
    }
    return sides;
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("electionTimeoutMs", electionTimeoutMs);
    intervals.put(settings);
    settings.put("seed", intervals.seed());
    return settings;
  }
}
