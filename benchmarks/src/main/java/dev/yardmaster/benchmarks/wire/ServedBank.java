package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.LimitOptions;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.workloads.Workloads;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Yardmaster server in a child process, which knows the workloads' procedures, and the client of
 * this server.
 */
public final class ServedBank {

  /** The name of an argument with a directory or jar of workloads. */
  static final String CLASS_PATH = "class-path";

  private static final int MAX_OUTSTANDING = 1_000_000;

  private ServedBank() {}

  /**
   * Runs the server as a child process. The first argument is the upper bound of transactions in
   * flight. Each further argument sets an option, {@code name=value}, or adds a directory or jar
   * with workloads, {@code class-path=path}.
   */
  public static void main(String[] args) throws IOException {
    int maxInFlight = Integer.parseInt(args[0]);
    ServerConfig.Builder config =
        ServerConfig.builder()
            .set("listen", "127.0.0.1:0")
            .set("admin.listen", "none")
            .set(
                LimitOptions.MAX_IN_FLIGHT_PER_CONNECTION,
                Math.max(maxInFlight, LimitOptions.MAX_IN_FLIGHT_PER_CONNECTION.defaultValue()));
    List<Path> classPath = new ArrayList<>();
    for (String setting : List.of(args).subList(1, args.length)) {
      String[] pair = setting.split("=", 2);
      if (pair[0].equals(CLASS_PATH)) {
        classPath.add(Path.of(pair[1]));
      } else {
        config.set(pair[0], pair[1]);
      }
    }
    try (Workloads workloads = Workloads.on(classPath);
        YardmasterServer server = YardmasterServer.start(config.build(), workloads.procedures())) {
      MeasuredProcess.serveUntilParentEnds(server.address().getPort());
    }
  }

  /** Connects to a server. Closing the returned service closes the connections. */
  public static TransactionService connect(RemoteServer server, int connections) {
    ClientConfig.Builder config =
        ClientConfig.builder()
            .connections(connections)
            .maxOutstanding(MAX_OUTSTANDING)
            .name("yardmaster-bench");
    for (String address : server.address().split(",", -1)) {
      config.address(address);
    }
    try {
      if (server.tokenFile() != null) {
        config.token(Files.readString(server.tokenFile()).strip());
      }
      if (server.tlsTrust() != null) {
        config.tls(
            SslContextBuilder.forClient()
                .trustManager(server.tlsTrust().toFile())
                .endpointIdentificationAlgorithm("HTTPS")
                .build());
      }
    } catch (IOException e) {
      throw new WorkloadFailure("cannot read a file for the connection: " + e.getMessage(), e);
    }
    return YardmasterClient.connect(config.build());
  }
}
