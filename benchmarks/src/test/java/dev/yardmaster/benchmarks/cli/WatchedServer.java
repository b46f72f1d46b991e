package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.admin.AdminAccess;
import dev.yardmaster.server.admin.AdminServer;
import dev.yardmaster.server.admin.AdminSources;
import dev.yardmaster.server.admin.BackEndHealth;
import dev.yardmaster.server.backend.ServedPipeline;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.server.live.ConnectionFigures;
import dev.yardmaster.server.live.LiveFigures;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;

/** An idle pipeline with a dashboard on a free port. */
final class WatchedServer implements AutoCloseable {

  private final ServerBackEnd backEnd =
      new ServedPipeline(Pipeline.start(PipelineConfig.defaults()), PipelineConfig.defaults());
  private final AdminServer admin;

  WatchedServer() {
    BackEndHealth health = new BackEndHealth(backEnd);
    admin =
        AdminServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new AdminSources(
                new LiveFigures(
                    backEnd,
                    ConnectionFigures.NONE,
                    SystemNanoClock.INSTANCE,
                    SystemEpochClock.INSTANCE),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                health,
                backEnd::warning,
                health),
            AdminAccess.EVERYBODY,
            null);
  }

  String url() {
    return "http://127.0.0.1:" + admin.address().getPort();
  }

  @Override
  public void close() {
    admin.close();
    backEnd.close();
  }
}
