package dev.yardmaster.server.cli;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.server.YardmasterServer;
import dev.yardmaster.server.config.ConfigText;
import dev.yardmaster.server.config.LimitOptions;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.server.logging.ServerLogging;
import dev.yardmaster.server.procedures.ProcedureJars;
import dev.yardmaster.workloads.Workloads;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a server until it receives a signal to stop. */
@Command(
    name = "serve",
    description = {
      "Runs a server until SIGTERM or SIGINT (Ctrl-C). The server then accepts no more requests,"
          + " waits up to timeouts.drain for the transactions in flight, and closes the data"
          + " directory."
          + " A second signal stops the server immediately.",
      "",
      "Every option of the server can be set in the file, by an environment variable, and by --set;"
          + " docs/guide-operations.md has the table. The command line takes precedence over the"
          + " environment, which takes precedence over the file."
    },
    exitCodeList = {
      "0:stopped by a signal",
      "1:the data directory cannot be opened, the address is in use, or the server has failed",
      "2:wrong usage or configuration",
      "130, 143:stopped immediately by a second signal"
    },
    footer = {
      "  yardmaster serve",
      "  yardmaster serve --data /var/lib/yardmaster --listen 127.0.0.1:7400",
      "  yardmaster serve --engine plor --set workers=8",
      "  yardmaster serve --node n1 --data /var/lib/yardmaster"
          + " --cluster n1=10.0.0.1:7402,n2=10.0.0.2:7402,n3=10.0.0.3:7402",
      "  yardmaster serve --config yardmaster.yaml --set log.format=json",
      "  yardmaster serve --config yardmaster.yaml --print-config"
    })
public final class ServeCommand implements Callable<Integer> {

  /** The interval at which the command checks whether the server has failed, in ms. */
  private static final int LOOK_MS = 500;

  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Option(names = "--config", paramLabel = "<file>", description = "The configuration file, YAML.")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "<dir>",
      description =
          "The data directory. Without a directory, the data is in memory and is "
              + "lost at the end.")
  private String data;

  @Option(
      names = "--storage",
      paramLabel = "<kind>",
      description =
          "Where the data are: memory, disk or hbase; disk and hbase need --data. Default: memory.")
  private String storage;

  @Option(
      names = "--hbase-quorum",
      paramLabel = "<host:port,...>",
      description = "The addresses of HBase's ZooKeeper; needs --storage hbase.")
  private String hbaseQuorum;

  @Option(
      names = "--hbase-table",
      paramLabel = "<name>",
      description = "The name of the table in HBase. Default: yardmaster.")
  private String hbaseTable;

  @Option(
      names = "--hbase-libraries",
      paramLabel = "<dir>",
      description = "The directory with the jars of HBase's client and yardmaster-storage-hbase.")
  private String hbaseLibraries;

  @Option(
      names = "--engine",
      paramLabel = "<name>",
      description =
          "What runs the transactions: pipeline, or the name of a concurrency control of the "
              + "in-process engine, for example plor. Default: pipeline.")
  private String engine;

  @Option(
      names = "--cluster",
      paramLabel = "<name=host:port,...>",
      description =
          "The servers of the cluster, with the addresses at which they reach each other; the same "
              + "list on each of them. Needs --node and --data.")
  private String cluster;

  @Option(
      names = "--node",
      paramLabel = "<name>",
      description = "The name of this server in --cluster.")
  private String node;

  @Option(
      names = "--listen",
      paramLabel = "<host:port>",
      description = "The address for clients. Default: 127.0.0.1:7400.")
  private String listen;

  @Option(
      names = "--admin",
      paramLabel = "<host:port>",
      description =
          "The address for health, metrics and the dashboard, or none. Default: 127.0.0.1:7401.")
  private String admin;

  @Option(
      names = "--procedures",
      paramLabel = "<jar>",
      arity = "1..*",
      description = "Jars with your procedures.")
  private List<String> procedures = List.of();

  @Option(
      names = "--workloads",
      description =
          "Also load the procedures of the benchmarks' workloads, for bench smallbank --server.")
  private boolean withWorkloads;

  @Option(
      names = "--class-path",
      paramLabel = "<path>",
      split = ",",
      description =
          "Directories and jars with workloads of your own, comma-separated. Their procedures are"
              + " loaded.")
  private List<Path> classPath = List.of();

  @Option(
      names = "--set",
      paramLabel = "<name=value>",
      description = "Set an option by its name; may be repeated.")
  private List<String> settings = List.of();

  @Option(
      names = "--print-config",
      description = "Print the configuration as a commented file, with secrets masked, and exit.")
  private boolean printConfig;

  /**
   * Creates the command.
   *
   * @param environment the environment variables
   */
  public ServeCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    ServerConfig config =
        ServerConfig.load(Optional.ofNullable(file), environment, commandLineSettings());
    PrintWriter out = spec.commandLine().getOut();
    if (printConfig) {
      out.print(ConfigText.of(config));
      out.flush();
      return ExitCode.OK;
    }
    StopSignal stop = new StopSignal(Runtime.getRuntime()::halt);
    ServerLogging.start(config, System.err);
    // The handler is installed before the server starts, so a signal that arrives while the server
    // starts takes effect afterwards.
    stop.install();
    return serve(config, stop, out);
  }

  private int serve(ServerConfig config, StopSignal stop, PrintWriter out) {
    try (ProcedureJars jars = ProcedureJars.load(config.get(ServerOptions.PROCEDURES));
        Workloads workloads = Workloads.on(classPath)) {
      return serve(config, procedures(jars, workloads), stop, out);
    }
  }

  private static int serve(
      ServerConfig config, List<Procedure<?, ?>> procedures, StopSignal stop, PrintWriter out) {
    try (YardmasterServer server = YardmasterServer.start(config, procedures)) {
      describe(config, server, procedures).forEach(out::println);
      out.flush();
      while (!stop.arrivesWithin(LOOK_MS)) {
        if (server.failure().isPresent()) {
          out.println("failed: " + server.failure().get());
          out.flush();
          return ExitCode.SOFTWARE;
        }
      }
      out.println("stopping: transactions in flight have " + drainTime(config) + " to end");
      out.flush();
      server.drain();
    }
    out.println("stopped");
    out.flush();
    return ExitCode.OK;
  }

  private List<Procedure<?, ?>> procedures(ProcedureJars jars, Workloads workloads) {
    List<Procedure<?, ?>> procedures = new ArrayList<>(jars.procedures());
    if (withWorkloads || !classPath.isEmpty()) {
      procedures.addAll(workloads.procedures());
    }
    return procedures;
  }

  private static String drainTime(ServerConfig config) {
    return config.get(LimitOptions.DRAIN_TIMEOUT).toMillis() + " ms";
  }

  private static List<String> describe(
      ServerConfig config, YardmasterServer server, List<Procedure<?, ?>> procedures) {
    HostPort bound =
        new HostPort(config.get(ServerOptions.LISTEN).host(), server.address().getPort());
    List<String> lines = new ArrayList<>();
    lines.add("listening at " + bound + (config.isTls() ? " with TLS" : " without TLS"));
    lines.add("admin at " + adminAddress(config, server));
    lines.add(
        config
            .get(ServerOptions.TOKENS_FILE)
            .map(tokens -> "security: principals of " + tokens)
            .orElse("security: off, every client has all roles"));
    config.cluster().ifPresent(settings -> lines.add("cluster: " + describe(settings.log())));
    config.engine().ifPresent(settings -> lines.add("engine: " + settings.protocol()));
    lines.add(
        config
            .get(ServerOptions.DATA)
            .map(
                directory ->
                    "data: "
                        + directory
                        + (config.isClustered()
                            ? ", on a majority of the cluster"
                            : ", durability " + durability(config)))
            .orElse("data: in memory, lost when the server ends"));
    if (!procedures.isEmpty()) {
      lines.add(
          "procedures: " + String.join(", ", procedures.stream().map(Procedure::name).toList()));
    }
    lines.add("ready");
    return lines;
  }

  private static String describe(MemberSettings cluster) {
    return "server "
        + cluster.self().name()
        + (cluster.initialMembers().isEmpty()
            ? ", waits until a leader adds it"
            : " of "
                + String.join(", ", cluster.initialMembers().stream().map(Member::name).toList()));
  }

  private static String adminAddress(ServerConfig config, YardmasterServer server) {
    if (server.adminAddress().isEmpty()) {
      return "none";
    }
    String host = config.get(ServerOptions.ADMIN_LISTEN).orElseThrow().host();
    return (config.isTls() ? "https://" : "http://")
        + new HostPort(host, server.adminAddress().get().getPort());
  }

  private static String durability(ServerConfig config) {
    String storage =
        switch (config.get(ServerOptions.STORAGE)) {
          case MEMORY -> "";
          case DISK -> ", storage disk";
          case HBASE -> ", storage in table " + config.get(ServerOptions.HBASE_TABLE) + " of HBase";
        };
    return config.get(ServerOptions.DURABILITY).name().toLowerCase(Locale.ROOT) + storage;
  }

  private Map<String, String> commandLineSettings() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals <= 0) {
        throw new ParameterException(
            spec.commandLine(), "--set is name=value, as in --set log.format=json");
      }
      put(texts, setting.substring(0, equals), setting.substring(equals + 1));
    }
    put(texts, ServerOptions.DATA.name(), data);
    put(texts, ServerOptions.STORAGE.name(), storage);
    put(texts, ServerOptions.HBASE_QUORUM.name(), hbaseQuorum);
    put(texts, ServerOptions.HBASE_TABLE.name(), hbaseTable);
    put(texts, ServerOptions.HBASE_LIBRARIES.name(), hbaseLibraries);
    put(texts, ServerOptions.ENGINE.name(), engine);
    put(texts, ServerOptions.CLUSTER_MEMBERS.name(), cluster);
    put(texts, ServerOptions.CLUSTER_NODE.name(), node);
    put(texts, ServerOptions.LISTEN.name(), listen);
    put(texts, ServerOptions.ADMIN_LISTEN.name(), admin);
    put(
        texts,
        ServerOptions.PROCEDURES.name(),
        procedures.isEmpty() ? null : String.join(",", procedures));
    return texts;
  }

  private void put(Map<String, String> texts, String name, String text) {
    if (text != null && texts.put(name, text) != null) {
      throw new ParameterException(spec.commandLine(), name + " is given twice");
    }
  }
}
