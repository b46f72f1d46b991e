package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.wire.RemoteServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for a running server that is measured instead of embedded pipelines. */
public final class RemoteServerOptions {

  private static final int DEFAULT_CONNECTIONS = 4;
  private static final int MAX_PORT = 65_535;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[^:,\\s]+|\\[[0-9a-fA-F:.]+]):(\\d{1,5})");

  /**
   * The options that are allowed with a running server; all other options configure embedded
   * pipelines.
   */
  private static final Set<String> WITH_SERVER =
      Set.of(
          "--server",
          "--token-file",
          "--tls-trust",
          "--connections",
          "--workload",
          "--skew",
          "--customers",
          "--objects",
          "--set",
          "--class-path",
          "--concurrency",
          "--rate",
          "--arrivals",
          "--max-outstanding",
          "--seconds",
          "--warmup",
          "--repeats",
          "--seed",
          "--csv",
          "--json",
          "--html",
          "--help");

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description =
          "Measures this server, or a cluster whose addresses are separated by commas, over the wire"
              + " instead of embedded pipelines. The server must know the procedures of the workload"
              + " (see serve --workloads); every round writes the initial data anew. Default:"
              + " embedded pipelines.")
  private String address;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The file with the bearer token for --server. Default: no token is sent.")
  private Path tokenFile;

  @Option(
      names = "--tls-trust",
      paramLabel = "FILE",
      description = "Certificates, in PEM, that authenticate --server. Default: no TLS.")
  private Path tlsTrust;

  @Option(
      names = "--connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      description =
          "Connections to --server, which share the outstanding transactions; ${RANGE}. Default:"
              + " 4.")
  private Integer connections;

  /** Returns the server to measure; empty if no server is named. */
  public Optional<RemoteServer> server(CommandLine command) {
    if (address == null) {
      refuseWithoutServer("--token-file", tokenFile, command);
      refuseWithoutServer("--tls-trust", tlsTrust, command);
      refuseWithoutServer("--connections", connections, command);
      return Optional.empty();
    }
    for (String each : address.split(",", -1)) {
      Matcher matcher = ADDRESS.matcher(each);
      if (!matcher.matches() || !isPort(Integer.parseInt(matcher.group(1)))) {
        throw new ParameterException(
            command, "--server=" + each + " is not HOST:PORT with a port from 1 to 65,535");
      }
    }
    checkFile("--token-file", tokenFile, command);
    checkFile("--tls-trust", tlsTrust, command);
    return Optional.of(new RemoteServer(address, tokenFile, tlsTrust));
  }

  public int connections() {
    return connections == null ? DEFAULT_CONNECTIONS : connections;
  }

  private static boolean isPort(int port) {
    return port >= 1 && port <= MAX_PORT;
  }

  private static void refuseWithoutServer(String option, Object value, CommandLine command) {
    if (value != null) {
      throw new ParameterException(command, option + "=" + value + " needs --server");
    }
  }

  private static void checkFile(String option, Path file, CommandLine command) {
    if (file != null && !Files.isReadable(file)) {
      throw new ParameterException(command, option + "=" + file + " cannot be read");
    }
  }

  /** Rejects options of embedded pipelines. */
  public void checkOthers(CommandLine command) {
    for (OptionSpec option : command.getParseResult().matchedOptions()) {
      if (!WITH_SERVER.contains(option.longestName())) {
        throw new ParameterException(
            command,
            option.longestName()
                + " is for embedded pipelines; --server="
                + address
                + " has its own settings");
      }
    }
  }
}
