package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.benchmarks.process.MeasuredProcess;
import java.io.IOException;
import java.nio.file.Path;

/** The main class of the process in which the attackers of one attack run. */
public final class Attackers {

  /** The command-line argument that denotes a server without TLS. */
  private static final String NO_TRUST = "none";

  private Attackers() {}

  static String[] arguments(AttackKind kind, AttackTarget target, Path counters) {
    return new String[] {
      kind.name(),
      Integer.toString(target.port()),
      Integer.toString(target.adminPort()),
      target.clientToken().toString(),
      target.attackerToken().toString(),
      target.trust() == null ? NO_TRUST : target.trust().toString(),
      counters.toString()
    };
  }

  /** Attacks until the parent process ends the process, and counts the acts in a file. */
  public static void main(String[] args) throws IOException, InterruptedException {
    AttackTarget target =
        new AttackTarget(
            Integer.parseInt(args[1]),
            Integer.parseInt(args[2]),
            Path.of(args[3]),
            Path.of(args[4]),
            args[5].equals(NO_TRUST) ? null : Path.of(args[5]));
    // The process does not unmap the counters before it ends, because threads of the attack may
    // still count.
    AttackCounters counters = AttackCounters.open(Path.of(args[6]));
    Attack attack = AttackKind.valueOf(args[0]).start(target, counters);
    try (attack) {
      MeasuredProcess.serveUntilParentEnds(target.port());
    }
  }
}
