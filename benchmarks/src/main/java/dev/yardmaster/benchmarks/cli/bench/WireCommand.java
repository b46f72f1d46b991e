package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.BankOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFileOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.options.ShortIntervals;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.cli.values.WireSideList;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.wire.MessageLengths;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.wire.WireReport;
import dev.yardmaster.benchmarks.wire.WireSetup;
import dev.yardmaster.benchmarks.wire.WireSideName;
import dev.yardmaster.benchmarks.wire.WireSides;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares a server over the network with a bare echo and with Redis. */
@Command(
    name = "wire",
    description = {
      "Runs smallbank over loopback alternately against servers in their own processes. Compares a"
          + " Yardmaster server with the embedded pipeline, with a bare echo, which is the upper"
          + " limit, and with Redis.",
      "",
      "The side server calls procedures through the SDK. one-shot does the same, but Balance,"
          + " DepositChecking and SendPayment are stated as data. durable is a server that"
          + " forces each commit to disk before it answers, and cluster is one of three servers, of"
          + " which a majority does so; both admit 2,400 transactions. embedded calls the same procedures"
          + " of a pipeline in the client's process. echo is a bare Netty server and"
          + " client; each message is a separate frame with the mean length of the server's"
          + " messages, and is sent back. echo-constant is echo with one frame, built before the"
          + " run, that is sent repeatedly. redis-watch is Redis under WATCH, MULTI and EXEC."
          + " redis-lua is Redis with a script for each procedure. Each Redis side has one thread,"
          + " which sends all waiting commands of a connection in one flush.",
      "",
      "A transaction is answered if it committed or if its own logic aborted it. After each"
          + " round the accounts of every side must match the committed transactions to the cent."
    },
    exitCodeList = {
      "0:fine; a missed bar does not count as a failure",
      "1:a run failed, redis-server is not installed, or the accounts do not add up",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class WireCommand extends MeasurementCommand {

  private static final Set<WireSideName> WITH_IDLE_LATENCY =
      Set.of(
          WireSideName.SERVER,
          WireSideName.ONE_SHOT,
          WireSideName.DURABLE,
          WireSideName.CLUSTER,
          WireSideName.ECHO);
  private static final Set<String> IDLE_LABELS =
      WITH_IDLE_LATENCY.stream().map(WireSideName::label).collect(Collectors.toSet());

  @Option(
      names = "--sides",
      paramLabel = "<list>",
      converter = WireSideList.class,
      defaultValue = "server,embedded,one-shot,echo,echo-constant,redis-watch,redis-lua",
      description =
          "The sides to compare, comma-separated; ratios are to the first side. The two sides of Redis"
              + " need redis-server (Debian's package of that name).")
  private DistinctList<WireSideName> sides;

  @Option(
      names = "--latency",
      description =
          "Measure also the latency of one transaction at a time, on the sides server, one-shot,"
              + " durable, cluster and echo, for --seconds each.")
  private boolean latency;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      converter = WholeNumber.Concurrency.class,
      defaultValue = "300",
      description = "Outstanding transactions, or messages of the echo; ${RANGE}.")
  private int concurrency;

  @Option(
      names = "--connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      defaultValue = "4",
      description = "Connections of the server's sides and of the echo; ${RANGE}.")
  private int connections;

  @Option(
      names = "--redis-watch-connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      defaultValue = "32",
      description =
          "Number of connections of redis-watch, each with one transaction at a time; ${RANGE}."
              + " With more connections more transactions conflict.")
  private int watchConnections;

  @Option(
      names = "--redis-lua-connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      defaultValue = "4",
      description = "Connections of redis-lua; ${RANGE}.")
  private int luaConnections;

  @Option(
      names = "--request-bytes",
      paramLabel = "<n>",
      converter = WholeNumber.MessageBytes.class,
      description =
          "Length of the echo's messages on the wire, including the 4-byte length before each;"
              + " ${RANGE}. Default: the mean number of bytes that a transaction sends to the"
              + " server, counted before the run; without the server's sides 64.")
  private Integer requestBytes;

  @Option(
      names = "--response-bytes",
      paramLabel = "<n>",
      converter = WholeNumber.MessageBytes.class,
      description =
          "Length of the echo's answers; as --request-bytes, but without the server's sides 48.")
  private Integer responseBytes;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final BankOptions bankOptions = new BankOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final ShortIntervals intervals = new ShortIntervals();

  @Mixin private ReportFileOptions reports;

  WireCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    if (latency && sides.values().stream().noneMatch(WITH_IDLE_LATENCY::contains)) {
      throw new ParameterException(
          command(),
          "--latency needs one of the sides server, one-shot, durable, cluster and echo");
    }
    ReportFiles files = reports.files(command());
    SmallBank bank = bankOptions.draw(intervals.seed());
    return run(bank.name() + ": " + bank.description(), files, progress -> measure(bank, progress));
  }

  private Report measure(SmallBank bank, ProgressListener progress) throws InterruptedException {
    WireSetup setup =
        new WireSetup(
            bank,
            sides.values(),
            connections,
            watchConnections,
            luaConnections,
            requestBytes == null ? 0 : requestBytes,
            responseBytes == null ? 0 : responseBytes,
            concurrency);
    try (WireSides started =
        WireSides.start(setup, environment().servers(), environment().clock())) {
      List<Results> found = new ArrayList<>();
      found.add(compare(started.sides(load(concurrency)), intervals.plan(), progress));
      if (latency && !found.get(0).interrupted()) {
        List<Side> idle =
            started.sides(load(1)).stream()
                .filter(side -> IDLE_LABELS.contains(side.label()))
                .toList();
        found.add(compare(idle, intervals.plan(), progress).named(WireReport.IDLE));
      }
      return WireReport.of(
          "over the wire",
          bank.name() + ": " + bank.description(),
          settings(started.messageLengths()),
          found);
    }
  }

  private WireLoad load(int outstanding) {
    return new WireLoad(outstanding, Optional.empty(), intervals.warmUpNs(), environment().clock());
  }

  private Map<String, Object> settings(Optional<MessageLengths> lengths) {
    Map<String, Object> settings = new LinkedHashMap<>();
    bankOptions.put(settings);
    settings.put("seed", intervals.seed());
    settings.put("concurrency", concurrency);
    settings.put("connections", connections);
    settings.put("redisWatchConnections", watchConnections);
    settings.put("redisLuaConnections", luaConnections);
    lengths.ifPresent(
        found -> {
          settings.put("echoRequestBytes", found.request());
          settings.put("echoResponseBytes", found.response());
        });
    intervals.put(settings);
    return settings;
  }
}
