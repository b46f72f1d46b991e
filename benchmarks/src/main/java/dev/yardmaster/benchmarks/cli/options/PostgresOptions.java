package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.Switch;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the PostgreSQL server under measurement. */
public final class PostgresOptions {

  private static final String USER_VARIABLE = "YARDMASTER_BENCH_USER";
  private static final String PASSWORD_VARIABLE = "YARDMASTER_BENCH_PASSWORD";
  static final String PREFIX = "jdbc:postgresql:";

  @Option(
      names = "--forced-writes",
      paramLabel = "<on|off>",
      converter = DistinctList.Switches.class,
      description =
          "Whether the server that the command starts waits for the disk at every commit: on"
              + " (fsync and synchronous_commit are on) or off (fsync, synchronous_commit and"
              + " full_page_writes are off). With --slices, one or both, comma-separated. Default:"
              + " on.")
  private DistinctList<Switch> forcedWrites;

  @Option(
      names = "--url",
      paramLabel = "<url>",
      description =
          "A running server, as jdbc:postgresql://host:port/database. All objects are made in a"
              + " schema "
              + PostgresServer.SCHEMA
              + " that must not exist and is dropped at the end. User and password are read from"
              + " the URL, or from "
              + USER_VARIABLE
              + " and "
              + PASSWORD_VARIABLE
              + ". Default: the command starts and stops a server.")
  private String url;

  /**
   * Checks the combinations of options.
   *
   * @param bothWrites whether the command may measure servers with forced writes on and with forced
   *     writes off in one run
   */
  public void check(boolean bothWrites, CommandLine command) {
    if (!bothWrites && forcedWrites != null && forcedWrites.values().size() > 1) {
      throw new ParameterException(command, "--forced-writes: on and off together need --slices");
    }
    if (url == null) {
      return;
    }
    if (!url.startsWith(PREFIX)) {
      throw new ParameterException(command, "--url does not begin with " + PREFIX);
    }
    if (forcedWrites != null) {
      throw new ParameterException(
          command,
          "--forced-writes is for a server that the command starts, not for the server of"
              + " --url");
    }
  }

  /**
   * Returns an argument of a command without the secrets of a URL. The secrets are the user and the
   * password in front of the host, and the parameter {@code password}.
   */
  public static String withoutSecrets(String argument) {
    return argument.replaceAll("(?i)(password=)[^&]*", "$1***").replaceAll("//[^?]*@", "//***@");
  }

  public boolean isGiven() {
    return url != null;
  }

  public Switch forcedWrites() {
    return forcedWrites(List.of(Switch.ON)).get(0);
  }

  /**
   * Returns the values that the command line states; if it states none, returns {@code byDefault}.
   */
  public List<Switch> forcedWrites(List<Switch> byDefault) {
    return forcedWrites == null ? byDefault : forcedWrites.values();
  }

  public PostgresServer open() {
    return open(forcedWrites());
  }

  /** Starts a PostgreSQL server, or connects to the running server that the options name. */
  public PostgresServer open(Switch forced) {
    return url == null ? PostgresServer.embedded(forced == Switch.ON) : running(url);
  }

  /** Connects to a running server, whose user and password may be in environment variables. */
  static PostgresServer running(String url) {
    return PostgresServer.at(url, System.getenv(USER_VARIABLE), System.getenv(PASSWORD_VARIABLE));
  }
}
