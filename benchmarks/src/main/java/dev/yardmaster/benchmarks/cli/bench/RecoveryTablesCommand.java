package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.DataOption;
import dev.yardmaster.benchmarks.cli.options.ReportFileOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.disk.TableStarts;
import dev.yardmaster.benchmarks.disk.TableStartsReport;
import dev.yardmaster.benchmarks.disk.WrittenTable;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how fast a database that is opened loads its typed table from the log. */
@Command(
    name = "recovery-tables",
    description = {
      "Writes the log of a database with one typed table, and measures how fast a start loads the"
          + " table from the log. Each transaction writes some rows, whose keys are drawn uniformly"
          + " from all keys. A loop that only reads the same files runs in alternation with the"
          + " starts.",
      "",
      "One unmeasured round comes first. After each start the number of rows and a sample of them"
          + " are compared with what was written. The caches of the operating system are not"
          + " dropped. The log has just been written, so these are times of reading memory, not of"
          + " the disk."
    },
    exitCodeList = {
      "0:fine; a missed bar does not count as a failure",
      "1:a run failed, or the recovered rows differ from the written rows",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class RecoveryTablesCommand extends MeasurementCommand {

  private static final int QUICK_COMMITS = 20_000;
  private static final int QUICK_KEYS = 10_000;
  private static final int QUICK_REPEATS = 3;

  @Option(
      names = "--commits",
      paramLabel = "<n>",
      converter = WholeNumber.Commits.class,
      defaultValue = "1000000",
      description = "Number of transactions in the log; ${RANGE}.")
  private int commits;

  @Option(
      names = "--rows-per-commit",
      paramLabel = "<n>",
      converter = WholeNumber.RowsPerCommit.class,
      defaultValue = "4",
      description = "Number of rows that each transaction writes; ${RANGE}.")
  private int rowsPerCommit;

  @Option(
      names = "--columns",
      paramLabel = "<n>",
      converter = WholeNumber.NumberColumns.class,
      defaultValue = "10",
      description = "Number of columns of a row, each a number of 8 bytes; ${RANGE}.")
  private int columns;

  @Option(
      names = "--keys",
      paramLabel = "<n>",
      converter = WholeNumber.TableRecords.class,
      defaultValue = "1000000",
      description = "Number of keys from which those of the rows are drawn; ${RANGE}.")
  private int keys;

  @Option(
      names = "--protocol",
      paramLabel = "<name>",
      converter = Choice.ProtocolName.class,
      defaultValue = "silo",
      description = "The concurrency control of the database.")
  private String protocol;

  @Option(
      names = "--repeats",
      paramLabel = "<n>",
      converter = WholeNumber.Repeats.class,
      defaultValue = "5",
      description = "Number of starts, in alternation with reads; figures are medians; ${RANGE}.")
  private int repeats;

  @Option(
      names = "--quick",
      description =
          "Use a short log for rough figures: at most 20,000 transactions, 10,000 keys and 3"
              + " repeats. Default: off.")
  private boolean quick;

  @Mixin private SeedOption seedOption;

  @Mixin private DataOption dataOption;

  @Mixin private ReportFileOptions reports;

  RecoveryTablesCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    Path data = dataOption.directory(command());
    ReportFiles files = reports.files(command());
    WrittenTable.Plan plan =
        new WrittenTable.Plan(
            quick ? Math.min(commits, QUICK_COMMITS) : commits,
            rowsPerCommit,
            columns,
            quick ? Math.min(keys, QUICK_KEYS) : keys,
            protocol,
            seedOption.seed());
    int rounds = quick ? Math.min(repeats, QUICK_REPEATS) : repeats;
    TableStarts starts = new TableStarts(plan, rounds, data, environment().clock());
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("commits", plan.commits());
    settings.put("rowsPerCommit", plan.rowsPerCommit());
    settings.put("columns", plan.columns());
    settings.put("keys", plan.keys());
    settings.put("protocol", plan.protocol());
    settings.put("repeats", rounds);
    settings.put("seed", plan.seed());
    return run(
        "Starts of a database with a typed table",
        files,
        progress -> TableStartsReport.of(settings, starts.run(this::written, progress)));
  }

  private void written(String line) {
    command().getErr().println(line);
    command().getErr().flush();
  }
}
