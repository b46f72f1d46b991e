package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.protocol.Mixing.Phase;
import dev.yardmaster.engine.protocol.Mixing.Wait;
import dev.yardmaster.engine.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks whether waits under two protocols of a mix can form a cycle, which would be a deadlock.
 * The check generalizes the rule of the CormCC paper (section 4.2). In the paper, each protocol
 * waits in at most one phase, and at most one protocol waits in each phase.
 *
 * <p>A transaction that waits in a phase holds only locks that it acquired in this phase or in
 * earlier phases. So in a cycle, if a transaction waits for a lock that its holder acquired in
 * phase {@code h}, the holder waits in a phase {@code w >= h}. If no chain of such waits leads from
 * one protocol to another and back, there is no cycle that includes several protocols. The
 * protocols of a mix lock their writes one after the other, so each protocol has its own lock
 * phase. Each protocol itself must prevent cycles among its own waits.
 */
final class CircularWaits {

  private CircularWaits() {}

  /**
   * Checks that the protocols can be mixed.
   *
   * @param parts the protocols in the order of their lock phases
   * @throws IllegalArgumentException if a protocol cannot be mixed, or the waits of two protocols
   *     can form a cycle
   */
  static void requireNone(List<Protocol> parts) {
    for (Protocol part : parts) {
      String obstacle = part.mixing().obstacle();
      if (obstacle != null) {
        throw new IllegalArgumentException(
            "a transaction cannot use the protocol beside others: "
                + obstacle
                + ": protocol="
                + part.name());
      }
    }
    for (int i = 0; i < parts.size(); i++) {
      for (int j = i + 1; j < parts.size(); j++) {
        if (leadsTo(parts, i, j) && leadsTo(parts, j, i)) {
          throw new IllegalArgumentException(
              "transactions could wait for one another for ever: protocol="
                  + parts.get(i).name()
                  + ", behind it="
                  + parts.get(j).name());
        }
      }
    }
  }

  /**
   * Returns whether a wait under one protocol can be followed by a wait under another protocol,
   * directly or through waits under further protocols.
   */
  private static boolean leadsTo(List<Protocol> parts, int from, int to) {
    List<Integer> reached = new ArrayList<>(List.of(from));
    for (int i = 0; i < reached.size(); i++) {
      for (int next = 0; next < parts.size(); next++) {
        if (!reached.contains(next) && isFollowedBy(parts, reached.get(i), next)) {
          reached.add(next);
        }
      }
    }
    return reached.contains(to);
  }

  private static boolean isFollowedBy(List<Protocol> parts, int from, int to) {
    for (Wait wait : waits(parts, from)) {
      for (Wait next : waits(parts, to)) {
        if (time(next.waiter(), to) >= time(wait.holder(), from)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Wait> waits(List<Protocol> parts, int part) {
    return parts.get(part).mixing().waits();
  }

  private static int time(Phase phase, int part) {
    return phase.ordinal() + (phase == Phase.LOCK ? part : 0);
  }
}
