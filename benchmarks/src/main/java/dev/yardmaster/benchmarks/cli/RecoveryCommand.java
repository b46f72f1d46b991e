package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.MeasurementCommand.Files;
import dev.yardmaster.benchmarks.disk.RecoveryReport;
import dev.yardmaster.benchmarks.disk.RecoveryTimes;
import dev.yardmaster.server.cli.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how long a start takes, over the length of the log. */
@Command(
    name = "recovery",
    description = {
      "Builds logs of several lengths, of transfers between the accounts of a bank, and measures how"
          + " long a pipeline takes from its start on each until a first transaction has committed."
          + " One log more has a checkpoint over the first half of the longest.",
      "",
      "The starts take turns in one JVM. The first of all, before anything is compiled, is told"
          + " apart. After each, accounts are compared with what was written. Nothing is dropped"
          + " from the caches of the operating system: the logs have just been written, so these"
          + " times are of reading memory, not of the disk."
    },
    exitCodeList = {
      "0:fine, also if a bar is missed",
      "1:a run failed, or did not find what was written",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class RecoveryCommand extends MeasurementCommand {

  @Option(
      names = "--records",
      paramLabel = "<list>",
      converter = RecordCounts.class,
      defaultValue = "250000,500000,1000000,2000000",
      description = "Lengths of the logs in transactions, comma-separated; 100 to 8,000,000 each.")
  private DistinctList<Integer> records;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description =
          "How often each log is started on; logs alternate, and figures are medians; ${RANGE}.")
  private int repeats;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      defaultValue = "100000",
      description = "Customers of the bank, with two accounts each; ${RANGE}.")
  private int customers;

  @Mixin private SeedOption seedOption;

  @Mixin private DataOption dataOption;

  @Mixin private ReportFileOptions reports;

  RecoveryCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    Path data = dataOption.directory(command());
    Files files = reports.files(command());
    RecoveryTimes times =
        new RecoveryTimes(
            new RecoveryTimes.Plan(records.values(), customers, repeats, seedOption.seed(), data),
            environment().launcher(),
            environment().clock(),
            line -> {
              command().getErr().println(line);
              command().getErr().flush();
            });
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("records", records.values());
    settings.put("customers", customers);
    settings.put("repeats", repeats);
    settings.put("seed", seedOption.seed());
    return run(
        "Starts on logs of transfers between accounts",
        files,
        progress -> RecoveryReport.of(settings, times.run()));
  }
}
