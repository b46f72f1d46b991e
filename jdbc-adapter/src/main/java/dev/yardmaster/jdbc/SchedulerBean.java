package dev.yardmaster.jdbc;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Answers JMX with the figures of a scheduler.
 *
 * @param figures returns the present figures
 */
record SchedulerBean(Supplier<SchedulerFigures> figures) implements SchedulerMXBean {

  @Override
  public long getCommitted() {
    return figures.get().committed();
  }

  @Override
  public long getAborted() {
    return figures.get().aborted();
  }

  @Override
  public long getExhausted() {
    return figures.get().exhausted();
  }

  @Override
  public long getAmbiguous() {
    return figures.get().ambiguous();
  }

  @Override
  public long getFailed() {
    return figures.get().failed();
  }

  @Override
  public long getNotStarted() {
    return figures.get().notStarted();
  }

  @Override
  public long getStarted() {
    return figures.get().started();
  }

  @Override
  public long getWaitedMs() {
    return TimeUnit.NANOSECONDS.toMillis(figures.get().waitedNs());
  }

  @Override
  public long getLongestWaitMs() {
    return TimeUnit.NANOSECONDS.toMillis(figures.get().longestWaitNs());
  }

  @Override
  public int getQueued() {
    return figures.get().queued();
  }

  @Override
  public int getRunning() {
    return figures.get().running();
  }

  @Override
  public long getBatches() {
    return figures.get().batches();
  }

  @Override
  public long getOrdered() {
    return figures.get().ordered();
  }

  @Override
  public long getHeldOver() {
    return figures.get().heldOver();
  }

  @Override
  public long getJoined() {
    return figures.get().joined();
  }

  @Override
  public long getReleasedEarly() {
    return figures.get().releasedEarly();
  }

  @Override
  public long getForces() {
    return figures.get().forces();
  }

  @Override
  public int getHeld() {
    return figures.get().held();
  }
}
