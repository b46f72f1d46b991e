package dev.yardmaster.simulator;

import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.CallerWait;
import java.util.Queue;
import java.util.SplittableRandom;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;

/** What a simulated pipeline is built from: the scheduler's clock and turns, and its links. */
class SimulatedParts extends ScenarioParts {

  private final Scenario scenario;
  private final Scheduler scheduler;

  SimulatedParts(Scenario scenario, Scheduler scheduler, HistoryLog history) {
    super(scenario, scheduler.random(), history);
    this.scenario = scenario;
    this.scheduler = scheduler;
  }

  /** The run's chance. */
  final SplittableRandom random() {
    return scheduler.random();
  }

  @Override
  public final NanoClock clock() {
    return scheduler;
  }

  @Override
  public final EpochClock epochClock() {
    return scheduler::epochMs;
  }

  @Override
  public final CallerWait callerWait() {
    return CallerTask::waitForTurn;
  }

  @Override
  public <E> Queue<E> link(int producers, int capacity) {
    SimulatedLink<E> link = new SimulatedLink<>(scheduler, scenario.delay(), capacity);
    scheduler.add(link);
    return link;
  }
}
