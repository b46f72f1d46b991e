package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.DataOption;
import dev.yardmaster.benchmarks.cli.options.ReportFileOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.RecordCounts;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.disk.RecoveryReport;
import dev.yardmaster.benchmarks.disk.RecoveryTimes;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures how the time to start a pipeline on an existing log depends on the length of the log.
 */
@Command(
    name = "recovery",
    description = {
      "Builds logs of transfers between the accounts of a bank, of several lengths, and measures"
          + " the time from the start of a pipeline on each log until its first transaction has"
          + " committed. One more log is as long as the longest and has a checkpoint over its"
          + " first half.",
      "",
      "The starts on the different logs alternate in one JVM. The very first start, before the JVM"
          + " has compiled any code, is reported separately. After each start the accounts are compared"
          + " with the written values. The caches of the operating system are not dropped. The logs"
          + " have just been written, so these are times of reading memory, not of the disk."
    },
    exitCodeList = {
      "0:fine; a missed bar does not count as a failure",
      "1:a run failed, or the recovered accounts differ from the written values",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class RecoveryCommand extends MeasurementCommand {

  @Option(
      names = "--records",
      paramLabel = "<list>",
      converter = RecordCounts.class,
      defaultValue = "250000,500000,1000000,2000000",
      description =
          "Lengths of the logs in transactions, comma-separated; each from 100 to 8,000,000.")
  private DistinctList<Integer> records;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description =
          "Number of starts on each log; logs alternate, and figures are medians; ${RANGE}.")
  private int repeats;

  @Option(
      names = "--customers",
      paramLabel = "<n>",
      converter = WholeNumber.Customers.class,
      defaultValue = "100000",
      description = "Customers of the bank, each with two accounts; ${RANGE}.")
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
    ReportFiles files = reports.files(command());
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
