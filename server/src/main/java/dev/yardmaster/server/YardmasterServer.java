package dev.yardmaster.server;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.server.config.HostPort;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.connection.Acceptor;
import dev.yardmaster.server.connection.Connections;
import dev.yardmaster.server.connection.Identification;
import dev.yardmaster.server.live.LiveFigures;
import dev.yardmaster.server.security.Authentication;
import dev.yardmaster.server.security.TlsContexts;
import dev.yardmaster.server.threads.NetworkThreads;
import dev.yardmaster.server.threads.SeparateThreads;
import dev.yardmaster.server.threads.SharedThread;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * A server, from {@link #start} until {@link #close} returns: a pipeline, the connections of its
 * clients, and what operators look at. All methods may be called by any thread but its own.
 */
public final class YardmasterServer implements AutoCloseable {

  /** Once nothing was under way for so long, nothing is on its way either. */
  private static final long QUIET_NS = 200_000_000L;

  private final ServerConfig config;
  private final NanoClock clock;
  private final NetworkThreads threads;
  private final Pipeline pipeline;
  private final Connections connections;
  private final Acceptor acceptor;
  private final Monitoring monitoring;
  private boolean drained;
  private boolean closed;

  private YardmasterServer(
      ServerConfig config,
      NanoClock clock,
      NetworkThreads threads,
      Pipeline pipeline,
      Connections connections,
      Acceptor acceptor,
      Monitoring monitoring) {
    this.config = config;
    this.clock = clock;
    this.threads = threads;
    this.pipeline = pipeline;
    this.connections = connections;
    this.acceptor = acceptor;
    this.monitoring = monitoring;
  }

  /**
   * Starts a server with these procedures; when it returns, clients can connect.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a setting cannot be, {@link
   *     ErrorCode#IO_FAILED} if an address cannot be listened at; else as {@link Pipeline#start}
   */
  public static YardmasterServer start(ServerConfig config, List<Procedure<?, ?>> procedures) {
    return start(config, procedures, new PipelineParts());
  }

  /** Starts a server whose pipeline is built from other parts than those of production. */
  public static YardmasterServer start(
      ServerConfig config, List<Procedure<?, ?>> procedures, PipelineParts parts) {
    Authentication authentication = Authentication.of(config, parts.clock());
    Instant now = Instant.ofEpochMilli(parts.epochClock().time());
    Optional<SslContext> tls = TlsContexts.server(config, now);
    Optional<SslContext> adminTls = TlsContexts.admin(config, now);
    PipelineConfig pipelineConfig = config.pipeline();
    StartupResources opened = new StartupResources();
    try {
      NetworkThreads threads = opened.add(threads(config, pipelineConfig, parts.clock()));
      Pipeline pipeline = opened.add(threads.start(pipelineConfig, parts));
      procedures.forEach(pipeline::register);
      var settings = ConnectionOptions.of(config);
      Connections connections = new Connections(settings);
      LiveFigures live =
          new LiveFigures(
              pipeline,
              pipelineConfig.durability().isDurable(),
              connections,
              parts.clock(),
              parts.epochClock());
      connections.recordLatenciesIn(live::latencies);
      // As many again find room in the pipeline, whoever holds these open.
      connections.limitOpenTransactions(pipelineConfig.concurrency());
      Monitoring monitoring = opened.add(new Monitoring(pipeline, live));
      Acceptor acceptor =
          opened.add(
              Acceptor.listen(
                  resolved(config.get(ServerOptions.LISTEN)),
                  threads.loops(),
                  tls.orElse(null),
                  pipeline.encoded(),
                  identification(authentication),
                  settings,
                  connections));
      config
          .get(ServerOptions.ADMIN_LISTEN)
          .ifPresent(at -> monitoring.serve(resolved(at), authentication, adminTls.orElse(null)));
      return new YardmasterServer(
          config, parts.clock(), threads, pipeline, connections, acceptor, monitoring);
    } catch (Throwable thrown) {
      opened.close();
      throw thrown;
    }
  }

  private static NetworkThreads threads(
      ServerConfig config, PipelineConfig pipeline, NanoClock clock) {
    int network = config.get(ServerOptions.NETWORK_THREADS);
    ThreadLayout layout = pipeline.threads().resolve(Runtime.getRuntime().availableProcessors());
    return network == 1 && layout == ThreadLayout.SHARED
        ? new SharedThread(clock)
        : new SeparateThreads(network);
  }

  private static InetSocketAddress resolved(HostPort address) {
    InetSocketAddress resolved = address.resolve();
    if (resolved.isUnresolved()) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED, "the host is not known", "address", address);
    }
    return resolved;
  }

  private static Identification identification(Authentication authentication) {
    return (token, certificate) ->
        ConnectionOptions.client(authentication.principal(token, certificate));
  }

  /** Where it listens to clients. */
  public InetSocketAddress address() {
    return acceptor.address();
  }

  /** Where it listens to operators, if it does. */
  public Optional<InetSocketAddress> adminAddress() {
    return monitoring.address();
  }

  /** The service behind it. */
  public Pipeline pipeline() {
    return pipeline;
  }

  /** What made it fail: a bug, after which it takes no more transactions; empty while it works. */
  public Optional<Throwable> failure() {
    return pipeline.failure();
  }

  /**
   * Takes no more connections and requests, says so to all clients, and lets what is in flight end,
   * within the configured time.
   */
  public synchronized void drain() {
    if (drained) {
      return;
    }
    drained = true;
    monitoring.draining();
    acceptor.drain();
    long beganNs = clock.nanoTime();
    long timeoutNs = config.get(ServerOptions.DRAIN_TIMEOUT).toNanos();
    long busyNs = beganNs;
    long nowNs = beganNs;
    // Clients leave when they have heard; one that stays has time to hear, and to be answered.
    while (connections.connections() > 0
        && failure().isEmpty()
        && nowNs - beganNs < timeoutNs
        && nowNs - busyNs < QUIET_NS) {
      LockSupport.parkNanos(200_000);
      nowNs = clock.nanoTime();
      busyNs = connections.isBusy() ? nowNs : busyNs;
    }
  }

  /** Drains it and ends it; when it returns nothing of it is left. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    drain();
    // First the connections: what a silent client holds open would hold up the pipeline's end.
    acceptor.close();
    pipeline.close();
    threads.close();
    monitoring.close();
  }
}
