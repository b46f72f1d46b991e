package dev.yardmaster.server.live;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.server.backend.ServerBackEnd;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.service.ServiceLoad;
import dev.yardmaster.service.conflicts.Conflicts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/**
 * A server's figures for each of the last 600 seconds. One thread calls {@link #tick} once a
 * second; any thread may call the other methods. A tick takes well under a millisecond, independent
 * of the load.
 */
public final class LiveFigures {

  /** The number of seconds whose figures are kept, which is ten minutes. */
  public static final int HISTORY_SECONDS = 600;

  /** The maximum number of hot keys and of pairs in a snapshot. */
  public static final int MAX_CONFLICTS = 20;

  private static final double NS_PER_SECOND = 1e9;

  /** The share of time above which the final validation may soon limit the throughput. */
  private static final double BUSY = 0.7;

  private static final int BUSY_SECONDS = 10;

  private final ServerBackEnd backEnd;
  private final ConnectionFigures connections;
  private final NanoClock nanoClock;
  private final EpochClock epochClock;
  private final long startedNs;
  private final LatencyMinute latencies = new LatencyMinute();
  private final LatencyBuckets buckets = new LatencyBuckets();

  @Shared(
      writers = "the thread that ticks",
      readers = "the admin server's threads",
      access = "guarded by the deque's monitor; the seconds in it are immutable")
  private final ArrayDeque<LiveSecond> history = new ArrayDeque<>();

  private ServiceCounters lastCounters;
  private long lastOverloaded;
  private long lastNs;

  @Shared(
      writers = "the thread that ticks",
      readers = "the admin server's threads",
      access = "volatile reference to an immutable record")
  private volatile LiveSnapshot snapshot;

  /**
   * Starts with empty figures.
   *
   * @param nanoClock measures intervals
   * @param epochClock dates the seconds
   */
  public LiveFigures(
      ServerBackEnd backEnd,
      ConnectionFigures connections,
      NanoClock nanoClock,
      EpochClock epochClock) {
    this.backEnd = backEnd;
    this.connections = connections;
    this.nanoClock = nanoClock;
    this.epochClock = epochClock;
    startedNs = nanoClock.nanoTime();
    lastNs = startedNs;
    lastCounters = backEnd.counters();
    lastOverloaded = backEnd.load().overloaded();
    LatencyFigures none = LatencyFigures.of(RequestLatencies.newHistogram());
    LiveSecond first = second(lastCounters, backEnd.load(), 1, none);
    snapshot = new LiveSnapshot(0, first, none, List.of(), List.of(), List.of(), 0, null, null);
  }

  /** Creates a recorder of latencies for another network thread. */
  public RequestLatencies latencies() {
    return latencies.newSource(nanoClock);
  }

  /**
   * Adds the meters that the back end does not provide: the histogram of all latencies, and the
   * meters of connections.
   */
  public void bindTo(PrometheusMeterRegistry registry) {
    registry.getPrometheusRegistry().register(buckets);
    Gauge.builder("yardmaster.connections", connections, ConnectionFigures::connections)
        .description("connections that are open")
        .register(registry);
    Gauge.builder("yardmaster.open.requests", connections, ConnectionFigures::openRequests)
        .description("requests that have arrived and are not yet answered")
        .register(registry);
    Gauge.builder("yardmaster.held", connections, c -> (double) c.bytesHeld())
        .description(
            "bytes that the server holds for its clients: unfinished frames, requests, values of"
                + " interactive transactions, and answers")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("yardmaster.unwritten", connections, c -> (double) c.bytesBuffered())
        .description("bytes that wait to be written to clients")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("yardmaster.leases.held", connections, c -> c.leases().held())
        .description("leases of rows of other databases that clients hold")
        .register(registry);
    Gauge.builder("yardmaster.leases.waiting", connections, c -> c.leases().waiting())
        .description("requests that wait for a lease of rows of another database")
        .register(registry);
    FunctionCounter.builder("yardmaster.leases", connections, c -> c.leases().granted())
        .description("leases of rows of other databases that were granted")
        .register(registry);
    FunctionCounter.builder("yardmaster.leases.expired", connections, c -> c.leases().expired())
        .description("leases that the server ended because their time was over")
        .register(registry);
  }

  /**
   * Ends a second and begins the next second. The method does nothing if no time has passed since
   * the last tick.
   */
  public void tick() {
    long nowNs = nanoClock.nanoTime();
    if (nowNs == lastNs) {
      return;
    }
    double seconds = (nowNs - lastNs) / NS_PER_SECOND;
    ServiceCounters counters = backEnd.counters();
    ServiceLoad load = backEnd.load();
    Histogram latencyNs = latencies.tick();
    buckets.add(latencyNs);
    LiveSecond second = second(counters, load, seconds, LatencyFigures.of(latencyNs));
    Conflicts conflicts = backEnd.conflicts();
    synchronized (history) {
      if (history.size() == HISTORY_SECONDS) {
        history.removeFirst();
      }
      history.addLast(second);
    }
    snapshot =
        new LiveSnapshot(
            (long) ((nowNs - startedNs) / NS_PER_SECOND),
            second,
            LatencyFigures.of(latencies.minute()),
            most(conflicts.hotKeys()),
            most(conflicts.pairs()),
            connections.openTransactions(),
            connections.bytesHeld(),
            backEnd.partitions(),
            null);
    lastCounters = counters;
    lastOverloaded = load.overloaded();
    lastNs = nowNs;
  }

  private static <T> List<T> most(List<T> conflicts) {
    return conflicts.subList(0, Math.min(MAX_CONFLICTS, conflicts.size()));
  }

  private LiveSecond second(
      ServiceCounters counters, ServiceLoad load, double seconds, LatencyFigures latency) {
    Map<String, Double> aborted = new LinkedHashMap<>();
    for (AbortCause cause : AbortCause.values()) {
      long runs = counters.abortedRuns().get(cause) - lastCounters.abortedRuns().get(cause);
      aborted.put(cause.name(), runs / seconds);
    }
    return new LiveSecond(
        epochClock.time(),
        seconds,
        (counters.committed() - lastCounters.committed()) / seconds,
        aborted,
        (counters.restarts() - lastCounters.restarts()) / seconds,
        (counters.repaired() - lastCounters.repaired()) / seconds,
        (load.overloaded() - lastOverloaded) / seconds,
        load.inFlight(),
        load.waitingForKeys(),
        load.window(),
        load.queueDepths(),
        (counters.finalValidationNs() - lastCounters.finalValidationNs())
            / (seconds * NS_PER_SECOND),
        latency,
        connections.connections(),
        connections.openRequests(),
        connections.bytesBuffered(),
        backEnd.isDurable() ? log(counters, seconds) : null);
  }

  private LogFigures log(ServiceCounters counters, double seconds) {
    return new LogFigures(
        (counters.logged() - lastCounters.logged()) / seconds,
        (counters.loggedBytes() - lastCounters.loggedBytes()) / seconds,
        (counters.forces() - lastCounters.forces()) / seconds,
        counters.checkpoints());
  }

  /**
   * Returns the figures of the newest second, and the present state of the cluster. Before the
   * first tick, all rates are zero.
   */
  public LiveSnapshot snapshot() {
    return snapshot.with(backEnd.cluster());
  }

  /** Returns the figures of at most the last {@link #HISTORY_SECONDS} seconds, oldest first. */
  public List<LiveSecond> history() {
    synchronized (history) {
      return new ArrayList<>(history);
    }
  }

  /** Returns the figures of at most the last {@code most} seconds, oldest first. */
  List<LiveSecond> history(int most) {
    List<LiveSecond> all = history();
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /**
   * Returns a warning if the final validation, which cannot use a second core, was busy for more
   * than 70% of each of the last ten seconds; empty otherwise.
   */
  public Optional<String> warning() {
    List<LiveSecond> last = history(BUSY_SECONDS);
    if (last.size() < BUSY_SECONDS
        || last.stream().anyMatch(second -> second.finalValidation() <= BUSY)) {
      return Optional.empty();
    }
    double mean = last.stream().mapToDouble(LiveSecond::finalValidation).average().orElseThrow();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the final validation runs on one thread, and was busy for %.0f%% of the last %d"
                + " seconds",
            100 * mean,
            BUSY_SECONDS));
  }

  /** Returns whether submissions were refused in each of the last {@code secondsInARow} seconds. */
  public boolean isOverloadedFor(int secondsInARow) {
    List<LiveSecond> last = history(secondsInARow);
    return last.size() == secondsInARow && last.stream().allMatch(s -> s.overloaded() > 0);
  }
}
