package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent;
import java.util.ArrayList;
import java.util.List;

/** A virtual core: its own clock, and the agents that it runs in turn. */
final class VirtualCore {

  private static final double IDLE_STEP_NS = 2_000;

  final int index;
  final List<MeteredAgent> agents = new ArrayList<>();

  /**
   * Between duty cycles, the time at which the next duty cycle begins. During a duty cycle, the
   * current time.
   */
  double nowNs;

  /** The time that duty cycles with work have taken. */
  double busyNs;

  /** The time at which the core became idle; valid while the core is idle. */
  private double idleNs;

  private boolean idle;

  /** The links (queues) from which the core's agents receive messages. */
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
   * Ends a duty cycle without work. The core's clock advances to the time of the next message, but
   * at most by the length of an idle step, because some events send no message.
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

  /** Wakes an idle core at the given time, so that its agents look for work. */
  void wake(double fromNs) {
    if (idle && fromNs < nowNs) {
      nowNs = Math.max(idleNs, fromNs);
    }
  }
}
