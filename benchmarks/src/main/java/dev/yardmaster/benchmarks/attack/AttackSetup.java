package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.List;

/**
 * The setup that all attacks share.
 *
 * @param launcher starts servers and attackers
 * @param workload the transactions of the well-behaved client
 * @param load the rate at which the well-behaved client sends transactions
 * @param connections the connections of the well-behaved client
 * @param isPrincipalShared whether the attackers use the token, and thus are the principal, of the
 *     well-behaved client
 * @param settings settings of the server that differ from the default, as {@code name=value}
 */
public record AttackSetup(
    AttackLauncher launcher,
    Workload workload,
    WireLoad load,
    int connections,
    boolean isPrincipalShared,
    List<String> settings) {

  /** Copies the list. */
  public AttackSetup {
    settings = List.copyOf(settings);
  }

  /**
   * Starts a server with or without TLS, as the attack requires.
   *
   * @param folder a folder for the server's files
   */
  public AttackLauncher.Running startServer(AttackKind kind, Path folder)
      throws InterruptedException {
    return launcher.startServer(folder, kind.needsTls(), settings);
  }

  /**
   * Returns the two sides of the comparison: the well-behaved client on a server without attackers,
   * and the same client on a server under attack.
   */
  public List<Side> sides(
      AttackKind kind, AttackLauncher.Running calm, AttackLauncher.Running attacked) {
    return List.of(
        new AttackedSide(this, kind, calm, false), new AttackedSide(this, kind, attacked, true));
  }
}
