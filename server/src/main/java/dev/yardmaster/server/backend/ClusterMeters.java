package dev.yardmaster.server.backend;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.replication.LogStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.Set;

/** The meters of one server of a cluster. */
final class ClusterMeters {

  private ClusterMeters() {}

  static void bind(MeterRegistry registry, ServedCluster cluster) {
    Gauge.builder("yardmaster.cluster.term", cluster, server -> server.status().term())
        .description("highest term that this server has seen; each election begins a new term")
        .register(registry);
    Gauge.builder("yardmaster.cluster.leads", cluster, s -> s.leadership().leads() ? 1 : 0)
        .description("1 if this server leads its cluster and accepts transactions, otherwise 0")
        .register(registry);
    Gauge.builder("yardmaster.cluster.leader.known", cluster, s -> knowsLeader(s) ? 1 : 0)
        .description("1 if this server knows which server leads, otherwise 0")
        .register(registry);
    Gauge.builder("yardmaster.cluster.members", cluster, s -> s.status().members().size())
        .description("number of servers of the cluster")
        .register(registry);
    Gauge.builder("yardmaster.cluster.applied", cluster, s -> s.status().appliedIndex())
        .description("index of the last entry of the replicated log that this server has applied")
        .register(registry);
    Gauge.builder("yardmaster.cluster.snapshots.open", cluster, ServedCluster::openSnapshots)
        .description("read-only snapshots that are open on this server although it does not lead")
        .register(registry);
    FunctionCounter.builder(
            "yardmaster.cluster.confirmations", cluster, ServedCluster::confirmations)
        .description(
            "number of times that this server has asked the leader to confirm that snapshots on"
                + " this server are new enough; several snapshots share one confirmation")
        .register(registry);
    FunctionCounter.builder(
            "yardmaster.cluster.leader.changes", cluster, ServedCluster::leaderChanges)
        .description(
            "number of times that this server has learned of a new leader, or of a new term of"
                + " the same leader")
        .register(registry);
  }

  private static boolean knowsLeader(ServedCluster cluster) {
    LogStatus status = cluster.status();
    return status.leader().isPresent();
  }

  /** The meters of the pipeline of one term, which are removed when the term ends. */
  static final class OfTerm implements AutoCloseable {
    private final MeterRegistry registry;
    private final Set<Meter> meters;

    private OfTerm(MeterRegistry registry, Set<Meter> meters) {
      this.registry = registry;
      this.meters = meters;
    }

    static OfTerm bind(MeterRegistry registry, Pipeline pipeline) {
      Set<Meter> before = new HashSet<>(registry.getMeters());
      pipeline.bindTo(registry);
      Set<Meter> added = new HashSet<>(registry.getMeters());
      added.removeAll(before);
      // The meters of the JVM stay, because a meter of the JVM may have been added at any time.
      added.removeIf(meter -> !meter.getId().getName().startsWith("yardmaster."));
      return new OfTerm(registry, added);
    }

    @Override
    public void close() {
      meters.forEach(registry::remove);
    }
  }
}
