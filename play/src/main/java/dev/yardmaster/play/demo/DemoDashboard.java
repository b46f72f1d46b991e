package dev.yardmaster.play.demo;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.server.admin.AdminAccess;
import dev.yardmaster.server.admin.AdminServer;
import dev.yardmaster.server.admin.AdminSources;
import dev.yardmaster.server.admin.BackEndHealth;
import dev.yardmaster.server.live.ConnectionFigures;
import dev.yardmaster.server.live.LiveFigures;
import dev.yardmaster.server.live.RequestLatencies;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochClock;

/** The dashboard of a server, for the pipelines of the demonstration, at a free loopback port. */
final class DemoDashboard implements AutoCloseable {

  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "demo-figures");
            thread.setDaemon(true);
            return thread;
          });
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Shared(
      writers = "the threads on which outcomes arrive",
      readers = "the thread that ticks",
      access = "writers hold the object's monitor")
  private final RequestLatencies latencies;

  private final AdminServer admin;

  /** Starts the dashboard. */
  DemoDashboard(DemoBackEnd backEnd, NanoClock clock) {
    LiveFigures live =
        new LiveFigures(backEnd, ConnectionFigures.NONE, clock, SystemEpochClock.INSTANCE);
    latencies = live.latencies();
    live.bindTo(registry);
    admin =
        AdminServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new AdminSources(
                live, registry, new BackEndHealth(backEnd), backEnd::warning, Optional::empty),
            AdminAccess.EVERYBODY,
            null);
    var unused = ticker.scheduleAtFixedRate(live::tick, 1, 1, TimeUnit.SECONDS);
  }

  /** Returns the address for a browser. */
  String url() {
    InetSocketAddress at = admin.address();
    return "http://" + at.getAddress().getHostAddress() + ':' + at.getPort() + '/';
  }

  /** Records the latency of a transaction, in ns. Any thread may call this method. */
  synchronized void record(long latencyNs) {
    latencies.record(latencyNs);
  }

  @Override
  public void close() {
    ticker.shutdownNow();
    admin.close();
    registry.close();
  }
}
