package dev.yardmaster.server.admin;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.backend.ServedPipeline;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.server.live.ConnectionFigures;
import dev.yardmaster.server.live.LiveFigures;
import dev.yardmaster.server.live.RequestLatencies;
import dev.yardmaster.server.security.ConnectionTls;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A real pipeline with an admin server. The figures have their own clock, so that a test decides
 * when a second ends. This class is not thread-safe.
 */
public final class WatchedPipeline implements AutoCloseable {

  /** The key that all transfers write. */
  public static final Key HOT = Key.of("account", 17);

  /** The token that {@link #withToken} requires. */
  public static final String TOKEN = "let-me-see";

  /** A procedure that adds 1 to the hot key. */
  private record Transfer(String name) implements Procedure<Long, Long> {
    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.update(HOT);
      keys.update(Key.of("account", 100 + argument));
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      long before = transaction.getLong(HOT);
      transaction.putLong(HOT, before + 1);
      return before;
    }
  }

  /** A procedure whose logic aborts. */
  private record Refused() implements Procedure<Long, Long> {
    @Override
    public String name() {
      return "refused";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.read(HOT);
    }

    @Override
    public Long execute(Long argument, Transaction transaction) {
      throw transaction.abort("refused");
    }
  }

  private static final Refused REFUSED = new Refused();
  private static final Transfer DEPOSIT = new Transfer("deposit");
  private static final Transfer WITHDRAW = new Transfer("withdraw");

  private final Pipeline pipeline;
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AdminSources sources;
  private final LiveFigures live;
  private final RequestLatencies latencies;

  /** The reason why the server is not ready; empty while the server is ready. */
  final AtomicReference<Optional<String>> notReady = new AtomicReference<>(Optional.empty());

  private long nowNs;
  private AdminServer server;
  private AdminAccess access = AdminAccess.EVERYBODY;

  /** Creates a pipeline in memory. */
  public WatchedPipeline() {
    this(PipelineConfig.builder().build());
  }

  private WatchedPipeline(PipelineConfig config) {
    pipeline = Pipeline.start(config);
    ServerBackEnd backEnd = new ServedPipeline(pipeline, config);
    pipeline.register(DEPOSIT);
    pipeline.register(WITHDRAW);
    pipeline.register(REFUSED);
    // The figures have the present date, so that a page does not show 1970.
    long beganMs = System.currentTimeMillis();
    live =
        new LiveFigures(
            backEnd, ConnectionFigures.NONE, () -> nowNs, () -> beganMs + nowNs / 1_000_000);
    latencies = live.latencies();
    AdminMeters.bind(metrics, backEnd, live, Audit.NONE);
    sources =
        new AdminSources(
            live, metrics, new BackEndHealth(backEnd), pipeline::warning, notReady::get);
  }

  /** Creates a durable pipeline with an archive. */
  public static WatchedPipeline durable(Path directory) {
    Durability archived = Durability.in(directory).archivedTo(directory.resolve("archive"));
    return new WatchedPipeline(PipelineConfig.builder().durability(archived).build());
  }

  /** Makes the admin server require {@link #TOKEN} for figures. */
  public WatchedPipeline withToken() {
    return withAccess((token, remote) -> TOKEN.equals(token) ? "operator" : null);
  }

  WatchedPipeline withAccess(AdminAccess who) {
    access = who;
    return this;
  }

  /** Starts the admin server on a free port. */
  public WatchedPipeline listen() {
    return listen(0, null);
  }

  WatchedPipeline listen(int port, ConnectionTls tls) {
    server =
        AdminServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), sources, access, tls);
    return this;
  }

  WatchedPipeline listen(AdminDeadlines deadlines) {
    EventLoopGroup own = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    server =
        AdminServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            sources,
            access,
            null,
            own,
            own,
            null,
            deadlines);
    return this;
  }

  AdminSources sources() {
    return sources;
  }

  PrometheusMeterRegistry metrics() {
    return metrics;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  public LiveFigures live() {
    return live;
  }

  public int port() {
    return server.address().getPort();
  }

  /**
   * Runs a transaction that its own logic aborts. A conflict would not abort it reliably, because
   * the pipeline may repair all conflicting transactions.
   */
  void refuse() {
    pipeline.submit(REFUSED, 0L).toCompletableFuture().join();
  }

  /** Runs conflicting transfers concurrently, and then ends a second of the figures. */
  public void second(int transfers) {
    List<CompletableFuture<Outcome<Long>>> outcomes = new ArrayList<>();
    for (int i = 0; i < transfers; i++) {
      outcomes.add(
          pipeline.submit(i % 3 == 0 ? WITHDRAW : DEPOSIT, (long) i).toCompletableFuture());
      latencies.record(100_000L + 10_000L * i);
    }
    CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new)).join();
    tick();
  }

  public void tick() {
    nowNs += 1_000_000_000L;
    live.tick();
  }

  /** Closes the admin server, but not the pipeline. */
  void hangUp() {
    server.close();
    server = null;
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    pipeline.close();
    metrics.close();
  }
}
