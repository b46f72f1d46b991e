package dev.yardmaster.server;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.codec.ProcedureCodecs;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.jraft.JraftEngine;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.audit.AuditLog;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.backend.ServedEngine;
import dev.yardmaster.server.backend.ServedPipeline;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.server.config.LimitOptions;
import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.config.value.DataStorage;
import dev.yardmaster.server.config.value.HostPort;
import dev.yardmaster.server.connection.Acceptor;
import dev.yardmaster.server.connection.Connections;
import dev.yardmaster.server.leases.LeaseFigures;
import dev.yardmaster.server.live.LiveFigures;
import dev.yardmaster.server.security.Authentication;
import dev.yardmaster.server.security.ReloadedTls;
import dev.yardmaster.server.threads.NetworkThreads;
import dev.yardmaster.server.threads.SeparateThreads;
import dev.yardmaster.server.threads.SharedThread;
import dev.yardmaster.server.tracing.TransactionSpans;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * A running server, from {@link #start} until {@link #close} returns. The server consists of a back
 * end, which is a pipeline or an engine, the connections of its clients, and the monitoring for
 * operators. Any thread except the server's own threads may call the methods.
 */
public final class YardmasterServer implements AutoCloseable {

  /**
   * The time for which the server must be idle before a drain ends. After this time, no request is
   * likely to be on its way.
   */
  private static final long QUIET_NS = 200_000_000L;

  /** The interval at which a server of a cluster checks whether another server leads, in ms. */
  private static final int LEADER_LOOK_MS = 50;

  private final ServerConfig config;
  private final NanoClock clock;
  private final NetworkThreads threads;
  private final ServerBackEnd backEnd;
  private final Connections connections;
  private final Acceptor acceptor;
  private final Monitoring monitoring;

  /** Null without TLS. */
  private final ReloadedTls tls;

  /** Null without an audit log. */
  private final AuditLog auditLog;

  private boolean drained;
  private boolean closed;

  private YardmasterServer(
      ServerConfig config,
      NanoClock clock,
      NetworkThreads threads,
      ServerBackEnd backEnd,
      Connections connections,
      Acceptor acceptor,
      Monitoring monitoring,
      Optional<ReloadedTls> tls,
      Optional<AuditLog> auditLog) {
    this.config = config;
    this.clock = clock;
    this.threads = threads;
    this.backEnd = backEnd;
    this.connections = connections;
    this.acceptor = acceptor;
    this.monitoring = monitoring;
    this.tls = tls.orElse(null);
    this.auditLog = auditLog.orElse(null);
  }

  /**
   * Starts a server with these procedures. Clients can connect when this method returns.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if a setting is not valid, {@link
   *     ErrorCode#IO_FAILED} if the server cannot listen at an address, {@link
   *     ErrorCode#BAD_ARGUMENT} or {@link ErrorCode#RESULT_NOT_KEPT} if a procedure's argument or
   *     result has no codec; and the errors of {@link Pipeline#start} and {@link
   *     dev.yardmaster.engine.service.Engine#open}
   */
  public static YardmasterServer start(ServerConfig config, List<Procedure<?, ?>> procedures) {
    return start(
        config,
        procedures,
        config.get(ServerOptions.STORAGE) == DataStorage.HBASE
            ? new HBaseStorage(config)
            : new PipelineParts());
  }

  /**
   * Starts a server whose pipeline uses the given parts, for example a test's clock. An engine uses
   * only the clocks, the disk and the recorders of the parts. With storage in HBase, the server
   * creates the parts itself, and refuses given parts.
   */
  public static YardmasterServer start(
      ServerConfig config, List<Procedure<?, ?>> procedures, PipelineParts parts) {
    return start(config, procedures, parts, new JraftEngine());
  }

  /**
   * Starts a server with the given parts and, if the server belongs to a cluster, with the given
   * implementation of the replicated log. The pipelines of a cluster do not use {@code parts}.
   */
  public static YardmasterServer start(
      ServerConfig config,
      List<Procedure<?, ?>> procedures,
      PipelineParts parts,
      ReplicatedLog.Engine logs) {
    if (config.get(ServerOptions.STORAGE) == DataStorage.HBASE
        && !(parts instanceof HBaseStorage)) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a server with parts of its own cannot open a table of HBase; set storage to disk, and"
              + " let the parts open the table",
          ServerOptions.STORAGE.name(),
          "hbase");
    }
    DataFolder.check(config);
    procedures.forEach(procedure -> ProcedureCodecs.of(procedure).requireTypes());
    Authentication authentication = Authentication.of(config, parts.epochClock());
    StartupResources opened = new StartupResources();
    try {
      Optional<ReloadedTls> tls = ReloadedTls.open(config, parts.epochClock()).map(opened::add);
      Optional<AuditLog> auditLog =
          config
              .get(ServerOptions.AUDIT_FILE)
              .map(
                  file ->
                      AuditLog.open(
                          file, config.get(ServerOptions.AUDIT_EVENTS), parts.epochClock()))
              .map(opened::add);
      Audit audit = auditLog.isPresent() ? auditLog.get() : Audit.NONE;
      NetworkThreads threads = opened.add(threads(config, parts.clock()));
      ServerBackEnd backEnd = backEnd(config, threads, procedures, parts, logs, opened);
      var settings = ConnectionOptions.of(config);
      Connections connections = new Connections(settings);
      LiveFigures live = new LiveFigures(backEnd, connections, parts.clock(), parts.epochClock());
      connections.auditIn(audit);
      connections.traceWith(TransactionSpans.ofProcess());
      connections.recordLatenciesIn(live::latencies);
      connections.limitOpenTransactions(backEnd.maxOpenTransactions());
      Monitoring monitoring = opened.add(new Monitoring(backEnd, live, tls.orElse(null), audit));
      if (backEnd instanceof ServedCluster cluster) {
        cluster.onChange(connections::leadershipIs);
        monitoring.every(LEADER_LOOK_MS, cluster::look);
      }
      if (authentication.isOn()) {
        monitoring.everySecond(
            () -> {
              authentication.look();
              connections.checkCredentials();
            });
      }
      Acceptor acceptor =
          opened.add(
              Acceptor.listen(
                  resolved(config.get(ServerOptions.LISTEN)),
                  threads.loops(),
                  tls.map(ReloadedTls::clients).orElse(null),
                  backEnd.encoded(),
                  authentication,
                  settings,
                  connections));
      config
          .get(ServerOptions.ADMIN_LISTEN)
          .ifPresent(
              at ->
                  monitoring.serve(
                      resolved(at), authentication, config.get(ServerOptions.ADMIN_HOSTS)));
      return new YardmasterServer(
          config,
          parts.clock(),
          threads,
          backEnd,
          connections,
          acceptor,
          monitoring,
          tls,
          auditLog);
    } catch (Throwable thrown) {
      opened.close();
      throw thrown;
    }
  }

  private static ServerBackEnd backEnd(
      ServerConfig config,
      NetworkThreads threads,
      List<Procedure<?, ?>> procedures,
      PipelineParts parts,
      ReplicatedLog.Engine logs,
      StartupResources opened) {
    if (config.engine().isPresent()) {
      ServedEngine engine = opened.add(ServedEngine.open(config.engine().get(), parts));
      procedures.forEach(engine::register);
      return engine;
    }
    PipelineConfig settings = config.pipeline();
    if (config.isClustered()) {
      return opened.add(
          ServedCluster.start(settings, config.cluster().orElseThrow(), procedures, logs));
    }
    Pipeline pipeline = opened.add(threads.start(settings, parts));
    procedures.forEach(pipeline::register);
    return new ServedPipeline(pipeline, settings);
  }

  private static NetworkThreads threads(ServerConfig config, NanoClock clock) {
    int network = config.get(ServerOptions.NETWORK_THREADS);
    return network == 1
            && config.engine().isEmpty()
            && !config.isClustered()
            && isPipelineOnOneThread(config)
        ? new SharedThread(clock)
        : new SeparateThreads(network);
  }

  private static boolean isPipelineOnOneThread(ServerConfig config) {
    int cores = Runtime.getRuntime().availableProcessors();
    return config.pipeline().threads().resolve(cores) == ThreadLayout.SHARED;
  }

  private static InetSocketAddress resolved(HostPort address) {
    InetSocketAddress resolved = address.resolve();
    if (resolved.isUnresolved()) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED, "the host is not known", "address", address);
    }
    return resolved;
  }

  /** Returns the address at which the server listens for clients. */
  public InetSocketAddress address() {
    return acceptor.address();
  }

  /** Returns the address of the admin server; empty if there is no admin server. */
  public Optional<InetSocketAddress> adminAddress() {
    return monitoring.address();
  }

  /** Returns the back end that runs the transactions. */
  public ServerBackEnd backEnd() {
    return backEnd;
  }

  /**
   * Returns the pipeline that runs the transactions.
   *
   * @throws IllegalStateException if an engine runs the transactions
   */
  public Pipeline pipeline() {
    if (backEnd instanceof ServedPipeline served) {
      return served.pipeline();
    }
    throw new IllegalStateException("the server has no pipeline: backEnd=" + backEnd.name());
  }

  /**
   * Returns the exception that made the server stop accepting transactions; empty while the server
   * works.
   */
  public Optional<Throwable> failure() {
    return backEnd.failure();
  }

  /** Returns the number of bytes of answers that wait to be written to clients. */
  public long unwrittenBytes() {
    return connections.bytesBuffered();
  }

  /** Returns the figures of the row leases, which clients hold on rows of other databases. */
  public LeaseFigures leases() {
    return connections.leases();
  }

  /**
   * Stops accepting connections and requests, and notifies all clients. Then the method waits until
   * the transactions in flight have ended, but no longer than {@code timeouts.drain}.
   */
  public synchronized void drain() {
    if (drained) {
      return;
    }
    drained = true;
    monitoring.draining();
    backEnd.drain(config.get(LimitOptions.DRAIN_TIMEOUT));
    acceptor.drain();
    long beganNs = clock.nanoTime();
    long timeoutNs = config.get(LimitOptions.DRAIN_TIMEOUT).toNanos();
    long busyNs = beganNs;
    long nowNs = beganNs;
    // A client disconnects when it receives the notice. Clients that stay connected have QUIET_NS
    // to receive their last answers.
    while (connections.connections() > 0
        && failure().isEmpty()
        && nowNs - beganNs < timeoutNs
        && nowNs - busyNs < QUIET_NS) {
      LockSupport.parkNanos(200_000);
      nowNs = clock.nanoTime();
      busyNs = connections.isBusy() ? nowNs : busyNs;
    }
  }

  /**
   * Drains and closes the server. All threads of the server have ended when this method returns.
   */
  @Override
  @SuppressWarnings("try") // Each part is closed even if the close of another part fails.
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    drain();
    // The connections close before the back end, because a silent client's open transaction would
    // delay the close of the back end. The audit log closes last, because until then the other
    // parts may add events.
    try (AuditLog last = auditLog;
        ReloadedTls certificates = tls;
        Monitoring operators = monitoring;
        NetworkThreads loops = threads;
        ServerBackEnd first = backEnd) {
      acceptor.close();
    }
  }
}
