package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.backend.BackEndName;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.workloads.Workload;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for a comparison of several back ends, instead of several modes of one back end. */
public final class BackEndOptions {

  /**
   * The options that are not allowed together with several back ends: options that choose modes of
   * the pipeline or a running server.
   */
  private static final Set<String> NOT_WITH_ON =
      Set.of(
          "--modes",
          "--clients",
          "--data",
          "--logic",
          "--check",
          "--histories",
          "--server",
          "--token-file",
          "--tls-trust",
          "--connections");

  @Option(
      names = "--on",
      paramLabel = "<list>",
      converter = DistinctList.BackEnds.class,
      description =
          "Compares the workload on these back ends instead of modes of the pipeline,"
              + " comma-separated: ${RANGE}. pipeline: the embedded pipeline, which tunes itself."
              + " server: a server in a process of its own. engine: the in-process engine. jdbc:"
              + " PostgreSQL at SERIALIZABLE, from binaries that come with the build, with a table"
              + " of keys and values for each table. Default: modes of the pipeline.")
  private DistinctList<BackEndName> on;

  @Option(
      names = "--url",
      paramLabel = "<url>",
      description =
          "A running server for --on jdbc, as in bench jdbc --url. Default: the command starts and"
              + " stops a server.")
  private String url;

  /** Returns whether the workload runs on several back ends. */
  public boolean isOn() {
    return on != null;
  }

  /** Returns the back ends. */
  public List<BackEndName> names() {
    return on.values();
  }

  /** Checks the combinations of options. */
  public void check(CommandLine command) {
    if (url != null && (on == null || !on.values().contains(BackEndName.JDBC))) {
      throw new ParameterException(command, "--url needs --on jdbc");
    }
    if (url != null && !url.startsWith(PostgresOptions.PREFIX)) {
      throw new ParameterException(command, "--url does not begin with " + PostgresOptions.PREFIX);
    }
    if (on != null) {
      for (OptionSpec option : command.getParseResult().matchedOptions()) {
        if (NOT_WITH_ON.contains(option.longestName())) {
          throw new ParameterException(
              command,
              option.longestName()
                  + " does not apply to --on="
                  + String.join(",", names().stream().map(BackEndName::label).toList()));
        }
      }
    }
  }

  /** Checks that all back ends can run a workload. */
  public void check(Workload workload, CommandLine command) {
    if (workload.needsCommitVersions() && names().contains(BackEndName.JDBC)) {
      throw new ParameterException(
          command,
          "--on=jdbc cannot run "
              + workload.name()
              + ", whose invariant needs commit versions; a SQL database has none");
    }
  }

  /** Starts a PostgreSQL server, or connects to the running server that the options name. */
  public PostgresServer openPostgres() {
    return url == null ? PostgresServer.embedded(true) : PostgresOptions.running(url);
  }
}
