package dev.yardmaster.benchmarks.virtual;

import java.util.ArrayList;
import java.util.List;

/** A core: the agents that it runs in turn, and how late it is there. */
final class VirtualCore {

  private static final double IDLE_STEP_NS = 2_000;

  final int index;
  final List<MeteredAgent> agents = new ArrayList<>();

  /** When its next duty cycle begins; during one, how far it has come. */
  double nowNs;

  /** Since when it has had nothing to do; meaningful while it has. */
  private double idleNs;

  private boolean idle;

  /** Those that its agents take messages from. */
  private final List<VirtualLink<?>> links = new ArrayList<>();

  VirtualCore(int index) {
    this.index = index;
  }

  void takesFrom(VirtualLink<?> link) {
    links.add(link);
  }

  /** Has begun a duty cycle. */
  void begin() {
    idle = false;
  }

  /**
   * Has found nothing to do: goes to when the next message comes, or a little further, since there
   * are things that no message tells of.
   */
  void idle() {
    idle = true;
    idleNs = nowNs;
    double next = idleNs + IDLE_STEP_NS;
    for (VirtualLink<?> link : links) {
      next = Math.min(next, link.nextNs(this, idleNs));
    }
    nowNs = next;
  }

  /** Something has come up that it may see from then on. */
  void wake(double fromNs) {
    if (idle && fromNs < nowNs) {
      nowNs = Math.max(idleNs, fromNs);
    }
  }
}
