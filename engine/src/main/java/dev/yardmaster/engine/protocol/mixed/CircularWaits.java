package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.protocol.Mixing.Phase;
import dev.yardmaster.engine.protocol.Mixing.Wait;
import dev.yardmaster.engine.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out whether the waits of two protocols can form a circle. The rule generalizes the one of
 * the CormCC paper (section 4.2), where each protocol waits in at most one phase, and at most one
 * protocol waits in each phase.
 *
 * <p>A transaction that waits in a phase has only acquired what it acquires up to this phase. So
 * after a wait for something that is acquired in phase {@code h}, the next wait of a circle is in a
 * phase {@code w >= h}. If no chain of such steps leads from one protocol to another and back, no
 * circle of waits does. The parts of a mix lock their writes one after the other, so each part has
 * a lock phase of its own. Circles within one protocol are the protocol's own matter.
 */
final class CircularWaits {

  private CircularWaits() {}

  /**
   * Does nothing if the protocols can be mixed.
   *
   * @param parts the protocols in the order of their lock phases
   * @throws IllegalArgumentException if a protocol cannot be mixed, or the waits of two protocols
   *     can form a circle
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

  /** Returns whether a wait of one protocol can lead to a wait of another, also through others. */
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
