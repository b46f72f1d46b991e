package dev.yardmaster.server;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.admin.AdminAccess;
import dev.yardmaster.server.admin.AdminMeters;
import dev.yardmaster.server.admin.AdminOperation;
import dev.yardmaster.server.admin.AdminServer;
import dev.yardmaster.server.admin.AdminSources;
import dev.yardmaster.server.admin.BackEndHealth;
import dev.yardmaster.server.admin.Readiness;
import dev.yardmaster.server.audit.Audit;
import dev.yardmaster.server.audit.AuditEvent;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.server.backup.BackupServer;
import dev.yardmaster.server.cluster.ClusterOperations;
import dev.yardmaster.server.config.value.AuditedEvents;
import dev.yardmaster.server.live.LiveFigures;
import dev.yardmaster.server.security.Authentication;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.ReloadedTls;
import dev.yardmaster.server.security.Role;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the live figures of a server every second, and runs the admin server. The collection and
 * the admin server run on a separate thread, so that requests of operators do not delay clients.
 */
final class Monitoring implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Monitoring.class);

  private static final long TLS_LOOK_MS = 2_000;

  private final ServerBackEnd backEnd;
  private final LiveFigures live;
  private final ReloadedTls tls;
  private final Audit audit;
  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("yardmaster-admin", true), NioIoHandler.newFactory());
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private AutoCloseable meters = () -> {};
  private AdminServer admin;

  @Shared(
      writers = "the thread that drains the server",
      readers = "the admin thread",
      access = "volatile; set once")
  private volatile boolean draining;

  /**
   * Starts the thread.
   *
   * @param tls the server's TLS, whose files the thread checks for changes; null without TLS
   */
  Monitoring(ServerBackEnd backEnd, LiveFigures live, ReloadedTls tls, Audit audit) {
    this.audit = audit;
    this.backEnd = backEnd;
    this.live = live;
    this.tls = tls;
    everySecond(live::tick);
    if (tls != null) {
      tls.lookEvery(TLS_LOOK_MS, thread);
    }
  }

  /** Runs a task every second until the monitoring is closed. */
  void everySecond(Runnable task) {
    every(1_000, task);
  }

  /** Runs a task at an interval, in ms, until the monitoring is closed. */
  void every(int intervalMs, Runnable task) {
    var unused =
        thread.scheduleAtFixedRate(
            () -> {
              try {
                task.run();
              } catch (RuntimeException | Error bug) { // The task runs again after the interval.
                LOG.error("a task that runs at an interval failed", bug);
              }
            },
            intervalMs,
            intervalMs,
            TimeUnit.MILLISECONDS);
  }

  /**
   * Starts the admin server at an address.
   *
   * @param hostNames the host names by which requests may address the server if security is off
   */
  void serve(InetSocketAddress address, Authentication authentication, List<String> hostNames) {
    meters = AdminMeters.bind(registry, backEnd, live, audit);
    BackEndHealth health = new BackEndHealth(backEnd);
    admin =
        AdminServer.start(
            address,
            new AdminSources(
                live,
                registry,
                health,
                () ->
                    backEnd
                        .warning()
                        .or(audit::warning)
                        .or(authentication::warning)
                        .or(live::warning),
                new Readiness(health, () -> draining, backEnd::unready, live)),
            access(authentication, hostNames),
            tls == null ? null : tls.admins(),
            thread,
            operations());
  }

  private Map<String, AdminOperation> operations() {
    Map<String, AdminOperation> operations = new HashMap<>();
    operations.put("/api/backup", new BackupServer(backEnd::backup, audit));
    if (backEnd instanceof ServedCluster cluster) {
      operations.putAll(new ClusterOperations(cluster, audit).byPath());
    }
    return operations;
  }

  private AdminAccess access(Authentication authentication, List<String> hostNames) {
    if (!authentication.isOn()) {
      return AdminAccess.everybodyAt(hostNames);
    }
    return (token, remote) -> {
      String name = null;
      try {
        Principal principal = authentication.identify(token, null).principal();
        name = principal.name();
        if (principal.may(Role.ADMIN)) {
          return name;
        }
        throw new YardmasterException(ErrorCode.FORBIDDEN, "the role admin is needed");
      } catch (YardmasterException refusal) {
        if (audit.has(AuditedEvents.REFUSALS)) {
          audit.add(new AuditEvent("admin", name, String.valueOf(remote)).refused(refusal));
        }
        return null;
      }
    };
  }

  Optional<InetSocketAddress> address() {
    return Optional.ofNullable(admin).map(AdminServer::address);
  }

  /** Makes {@code /ready} answer that the server is not ready. */
  void draining() {
    draining = true;
  }

  @Override
  public void close() {
    if (admin != null) {
      admin.close();
    }
    try {
      meters.close();
    } catch (Exception e) {
      throw new IllegalStateException("the meters could not be closed", e);
    }
    registry.close();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
