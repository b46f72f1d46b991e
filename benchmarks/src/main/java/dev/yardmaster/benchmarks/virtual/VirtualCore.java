package dev.yardmaster.benchmarks.virtual;

import java.util.ArrayList;
import java.util.List;

/** A core: the agents that it runs in turn, and its time. */
final class VirtualCore {

  private static final double IDLE_STEP_NS = 2_000;

  final int index;
  final List<MeteredAgent> agents = new ArrayList<>();

  /** The beginning of the next duty cycle; during a duty cycle, the time reached. */
  double nowNs;

  /** The beginning of the idle time; valid while the core is idle. */
  private double idleNs;

  private boolean idle;

  /** The links that its agents take messages from. */
  private final List<VirtualLink<?>> links = new ArrayList<>();

  VirtualCore(int index) {
    this.index = index;
  }

  void takesFrom(VirtualLink<?> link) {
    links.add(link);
  }

  /** Begins a duty cycle. */
  void begin() {
    idle = false;
  }

  /**
   * Ends a duty cycle without work: moves to the time of the next message, but by at most an idle
   * step, because some events are announced by no message.
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

  /** Makes an idle core look for work at a time. */
  void wake(double fromNs) {
    if (idle && fromNs < nowNs) {
      nowNs = Math.max(idleNs, fromNs);
    }
  }
}
