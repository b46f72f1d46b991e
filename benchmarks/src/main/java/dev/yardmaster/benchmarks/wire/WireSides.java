package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.echo.EchoKind;
import dev.yardmaster.benchmarks.echo.EchoServer;
import dev.yardmaster.benchmarks.load.LoadRun;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.redis.LuaService;
import dev.yardmaster.benchmarks.redis.RedisProcess;
import dev.yardmaster.benchmarks.redis.WatchService;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;

/**
 * The sides of a comparison, and their server processes. The processes run until this object is
 * closed. The two sides for Yardmaster share one server, and so do the two sides for Redis. While a
 * side runs, the servers that it does not use are idle.
 */
public final class WireSides implements AutoCloseable {

  /**
   * The length of the measurement that counts the bytes of transactions. The measurement is short,
   * but long enough for batches to reach their usual length.
   */
  private static final long COUNTED_NS = 500_000_000L;

  /** The lengths of the echo's messages if they are neither measured nor given. */
  private static final MessageLengths USUAL_LENGTHS = new MessageLengths(64, 48);

  private final WireSetup setup;
  private final ServerLauncher launcher;
  private final NanoClock clock;
  private final Deque<Runnable> running = new ArrayDeque<>();
  private final List<Function<WireLoad, Side>> sides = new ArrayList<>();
  private MessageLengths lengths;
  private ServerLauncher.Running server;
  private RedisProcess redis;

  private WireSides(WireSetup setup, ServerLauncher launcher, NanoClock clock) {
    this.setup = setup;
    this.launcher = launcher;
    this.clock = clock;
  }

  /**
   * Starts the processes that the sides need. If a process does not start, this method ends the
   * processes that have already started.
   *
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a process cannot be started
   */
  public static WireSides start(WireSetup setup, ServerLauncher launcher, NanoClock clock)
      throws InterruptedException {
    WireSides started = new WireSides(setup, launcher, clock);
    boolean complete = false;
    try {
      started.start();
      complete = true;
      return started;
    } finally {
      if (!complete) {
        started.close();
      }
    }
  }

  private void start() throws InterruptedException {
    if (setup.sides().stream().anyMatch(WireSideName::isYardmaster)) {
      server = launcher.start(ServerKind.MEMORY, setup.concurrency());
      running.push(server::close);
    }
    if (setup.sides().contains(WireSideName.REDIS_WATCH)
        || setup.sides().contains(WireSideName.REDIS_LUA)) {
      redis = RedisProcess.start();
      running.push(redis::close);
    }
    for (WireSideName name : setup.sides()) {
      sides.add(side(name));
    }
  }

  private Function<WireLoad, Side> side(WireSideName name) throws InterruptedException {
    return switch (name) {
      case SERVER -> bank(name, this::connect);
      case ONE_SHOT -> bank(name, () -> new OneShotBank(connect()));
      case DURABLE -> served(name, ServerKind.DURABLE);
      case CLUSTER -> served(name, ServerKind.CLUSTER);
      case EMBEDDED -> bank(name, WireSides::embedded);
      case ECHO -> echo(name, EchoKind.MESSAGES);
      case ECHO_CONSTANT -> echo(name, EchoKind.CONSTANT);
      case REDIS_WATCH ->
          bank(name, () -> new WatchService(redis.address(), setup.watchConnections()));
      case REDIS_LUA -> bank(name, () -> new LuaService(redis.address(), setup.luaConnections()));
    };
  }

  private Function<WireLoad, Side> bank(WireSideName name, ServerSide.Connect connect) {
    return load -> new ServerSide(name.label(), setup.workload(), connect, load);
  }

  private Function<WireLoad, Side> served(WireSideName name, ServerKind kind)
      throws InterruptedException {
    ServerLauncher.Running own = launcher.start(kind, setup.concurrency());
    running.push(own::close);
    return bank(name, () -> launcher.connect(own.address(), setup.connections()));
  }

  private TransactionService connect() {
    return launcher.connect(server.address(), setup.connections());
  }

  private static TransactionService embedded() {
    return Pipeline.start(PipelineConfig.defaults());
  }

  private Function<WireLoad, Side> echo(WireSideName name, EchoKind kind)
      throws InterruptedException {
    if (lengths == null) {
      lengths = findLengths();
    }
    MeasuredProcess echo =
        MeasuredProcess.start(EchoServer.class, kind.name(), Integer.toString(lengths.response()));
    running.push(echo::close);
    return load ->
        new EchoSide(name.label(), kind, echo.port(), setup.connections(), lengths.request(), load);
  }

  private MessageLengths findLengths() throws InterruptedException {
    MessageLengths wanted = USUAL_LENGTHS;
    if (server != null && setup.measuresMessages()) {
      wanted = measure();
    }
    return new MessageLengths(
        setup.requestBytes() == 0 ? wanted.request() : setup.requestBytes(),
        setup.responseBytes() == 0 ? wanted.response() : setup.responseBytes());
  }

  /** Counts the bytes of the server's transactions, over one connection under full load. */
  private MessageLengths measure() throws InterruptedException {
    Workload workload = setup.workload();
    try (CountingRelay relay = new CountingRelay(server.address().port());
        TransactionService service = launcher.connect(RemoteServer.onLoopback(relay.port()), 1)) {
      workload.procedures().forEach(service::register);
      new CallWindow(service, setup.concurrency()).run(workload.load(), loaded -> {});
      long[] seen = new long[4];
      RecordedInterval recording =
          LoadRun.closed(
                  MeasuredService.remote(service), workload.begin(1), setup.concurrency(), 1, clock)
              .run(0, COUNTED_NS, (stage, rate) -> see(stage, rate, relay, seen));
      long answered = recording.counts().answered();
      return new MessageLengths(
          mean(seen[2] - seen[0], answered), mean(seen[3] - seen[1], answered));
    }
  }

  /** Stores the byte counts at the beginning and at the end of the recorded interval. */
  private static void see(
      ComparisonStatus.Stage stage, double perSecond, CountingRelay relay, long[] seen) {
    int at = stage == ComparisonStatus.Stage.RECORDING && perSecond == 0 ? 0 : 2;
    if (at == 0 || stage == ComparisonStatus.Stage.CHECKING) {
      seen[at] = relay.bytesToServer();
      seen[at + 1] = relay.bytesFromServer();
    }
  }

  /**
   * Returns the mean number of bytes, at least 1. The mean can be 0 in tests, whose bytes may pass
   * within this process instead of through the relay.
   */
  private static int mean(long bytes, long transactions) {
    return Math.max(1, (int) Math.round((double) bytes / Math.max(1, transactions)));
  }

  /** Returns the sides, in the order of the setup, with the given load. */
  public List<Side> sides(WireLoad load) {
    return sides.stream().map(side -> side.apply(load)).toList();
  }

  /** Returns the lengths of the echo's messages; empty if no side is an echo. */
  public Optional<MessageLengths> messageLengths() {
    return Optional.ofNullable(lengths);
  }

  @Override
  public void close() {
    running.forEach(Runnable::run);
    running.clear();
  }
}
