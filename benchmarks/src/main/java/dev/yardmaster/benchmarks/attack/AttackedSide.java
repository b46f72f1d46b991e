package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.load.ArrivalMetrics;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.wire.OneShotBank;
import dev.yardmaster.benchmarks.wire.ServedBank;
import dev.yardmaster.benchmarks.wire.ServerSide;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;

/**
 * One side of the comparison: the well-behaved client of a server, with or without attackers. The
 * attack is active before the client's warm-up begins, and ends before the data is checked. Only
 * acts within the recorded interval count.
 */
final class AttackedSide implements Side {

  /** The label of the side without attackers. */
  static final String WITHOUT = "without";

  /** The label of the side with attackers. */
  static final String WITH = "with";

  /** The number of the attackers' acts in each second, without failed acts. */
  static final Metric ACTS = Metric.fact("actsPerSecond", "1/s", Metric.Shown.BY_SIZE);

  /** The number of the acts in each second that the server refused as its limits document. */
  static final Metric REFUSED_ACTS =
      Metric.fact("refusedActsPerSecond", "1/s", Metric.Shown.BY_SIZE);

  /** The number of the acts in each second to which the server did not react as expected. */
  static final Metric FAILED_ACTS =
      Metric.of("failedActsPerSecond", "1/s", Metric.Better.LOWER, Metric.Shown.BY_SIZE);

  /** The number of acts in each second, divided by the attack's rate. */
  static final Metric ACTS_OF_RATE =
      Metric.of("actsOfRate", "1", Metric.Better.HIGHER, Metric.Shown.TWO);

  /**
   * The processor time that the server used in the recorded interval, divided by the length of the
   * interval.
   */
  static final Metric SERVER_CORES = Metric.fact("serverCores", "1", Metric.Shown.TWO);

  /**
   * The share of the client's arriving transactions that the server refused or the client did not
   * submit.
   */
  static final Metric UNSERVED = Metric.per("unservedShare");

  private static final double NS_PER_SECOND = 1e9;

  private final AttackSetup setup;
  private final AttackKind kind;
  private final AttackLauncher.Running server;
  private final boolean isAttacked;

  AttackedSide(
      AttackSetup setup, AttackKind kind, AttackLauncher.Running server, boolean isAttacked) {
    this.setup = setup;
    this.kind = kind;
    this.server = server;
    this.isAttacked = isAttacked;
  }

  @Override
  public String label() {
    return isAttacked ? WITH : WITHOUT;
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    AttackTarget target = server.target();
    ServerSide client =
        new ServerSide(
            label(),
            setup.workload(),
            () -> new OneShotBank(ServedBank.connect(target.forClient(), setup.connections())),
            setup.load());
    try (AttackOfRound attackers = new AttackOfRound()) {
      Round round =
          client.run(
              recordedNs,
              (stage, rate) -> {
                attackers.enter(stage);
                progress.report(stage, rate);
              },
              () -> attackers.begin(target));
      if (!server.isAlive()) {
        throw new WorkloadFailure("the server ended under the attack " + kind.label());
      }
      MetricValues values = attackers.addTo(round.values());
      return new Round(values, round.findings(), round.samples());
    }
  }

  /** The beginning or the end of a recorded interval. */
  private record Moment(long ns, AttackCounts counts, double serverCpuSeconds) {}

  /** The attackers of one round. On the side without attackers, all counts of acts are 0. */
  private final class AttackOfRound implements AutoCloseable {

    private Attack attack;
    private Moment begin;
    private Moment end;

    /** Starts the attack, and returns when it is active. */
    void begin(AttackTarget target) throws InterruptedException {
      if (isAttacked) {
        attack =
            setup
                .launcher()
                .startAttack(
                    kind, setup.isPrincipalShared() ? target.withSharedPrincipal() : target);
      }
    }

    /** Reads the counters at the beginning and at the end of the recorded interval. */
    void enter(Stage stage) {
      if (stage == Stage.RECORDING && begin == null) {
        begin = now();
      } else if (stage == Stage.CHECKING && end == null) {
        end = now();
        close();
      }
    }

    private Moment now() {
      AttackCounts counts = attack == null ? new AttackCounts(0, 0, 0) : attack.counts();
      return new Moment(setup.load().clock().nanoTime(), counts, server.cpuSeconds());
    }

    MetricValues addTo(MetricValues client) {
      AttackCounts counts = end.counts().since(begin.counts());
      double seconds = (end.ns() - begin.ns()) / NS_PER_SECOND;
      double unserved = client.get(ArrivalMetrics.REFUSED) + client.get(ArrivalMetrics.DROPPED);
      client
          .put(UNSERVED, unserved / client.get(ArrivalMetrics.OFFERED))
          .put(SERVER_CORES, (end.serverCpuSeconds() - begin.serverCpuSeconds()) / seconds)
          .put(ACTS, counts.acts() / seconds)
          .put(REFUSED_ACTS, counts.refused() / seconds)
          .put(FAILED_ACTS, counts.failed() / seconds);
      return isAttacked && kind.actsPerSecond() > 0
          ? client.put(ACTS_OF_RATE, counts.acts() / seconds / kind.actsPerSecond())
          : client;
    }

    @Override
    public void close() {
      if (attack != null) {
        attack.close();
        attack = null;
      }
    }
  }
}
