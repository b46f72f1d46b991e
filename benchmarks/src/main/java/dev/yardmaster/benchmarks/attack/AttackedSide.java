package dev.yardmaster.benchmarks.attack;

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
 * The well-behaved client of a server, with or without attackers. The attackers begin after the
 * data is loaded, and end before it is checked.
 */
final class AttackedSide implements Side {

  /** The label of the side without attackers. */
  static final String WITHOUT = "without";

  /** The label of the side with attackers. */
  static final String WITH = "with";

  /** The number of the attackers' acts in each second. */
  static final Metric ACTS = Metric.fact("actsPerSecond", "1/s", Metric.Shown.BY_SIZE);

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
    AttackOfRound attackers = new AttackOfRound(target);
    try {
      Round round =
          client.run(
              repeat,
              recordedNs,
              (stage, rate) -> {
                attackers.enter(stage);
                progress.report(stage, rate);
              });
      if (!server.isAlive()) {
        throw new WorkloadFailure("the server ended under the attack " + kind.label());
      }
      MetricValues values = round.values().put(ACTS, attackers.perSecond());
      return new Round(values, round.findings(), round.samples());
    } finally {
      attackers.end();
    }
  }

  /** The attackers of one round. */
  private final class AttackOfRound {

    private final AttackTarget target;
    private Attack attack;
    private long beganNs;
    private double perSecond;

    AttackOfRound(AttackTarget target) {
      this.target = setup.isPrincipalShared() ? target.withSharedPrincipal() : target;
    }

    void enter(Stage stage) {
      if (stage == Stage.WARMING_UP && isAttacked && attack == null) {
        try {
          attack = setup.launcher().startAttack(kind, target);
          beganNs = setup.load().clock().nanoTime();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      } else if (stage == Stage.CHECKING) {
        end();
      }
    }

    double perSecond() {
      return perSecond;
    }

    void end() {
      if (attack != null) {
        double seconds = (setup.load().clock().nanoTime() - beganNs) / NS_PER_SECOND;
        attack.close();
        perSecond = attack.acts() / seconds;
        attack = null;
      }
    }
  }
}
