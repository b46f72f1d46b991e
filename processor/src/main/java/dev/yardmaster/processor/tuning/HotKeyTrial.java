package dev.yardmaster.processor.tuning;

import dev.yardmaster.trials.TrialLock;

/**
 * Determines by trials whether queues for hot keys increase the throughput. Queues avoid runs that
 * would be discarded. But if runs are cheap and messages are slow, queues leave the pipeline idle.
 * From time to time, a short trial switches the queues on or off, and keeps the change if clearly
 * more transactions commit with the change. The pause before the next trial is longer, the more
 * trials in a row the current setting has won. The processor owns this object.
 */
public final class HotKeyTrial {

  static final long TRY_NS = 30_000_000;
  public static final long FIRST_REST_NS = 200_000_000;
  static final long LONGEST_REST_NS = 8_000_000_000L;

  private static final double CLEARLY_MORE = 1.05;

  private final TrialLock turn;

  private enum Stage {
    RESTING,
    TRYING,
    COMPARING
  }

  private boolean lines;
  private Stage stage = Stage.RESTING;
  private long stageEndsNs;
  private boolean measuring;
  private long measuredFromNs;
  private long measuredFromCommits;
  private double triedRate;
  private long restNs = FIRST_REST_NS;

  /**
   * Creates a trial that starts without queues.
   *
   * @param turn the lock that a trial holds while it compares settings
   */
  public HotKeyTrial(TrialLock turn, long nowNs) {
    this.turn = turn;
    stageEndsNs = nowNs + restNs;
  }

  /** Returns whether transactions currently wait in queues for hot keys. */
  public boolean lines() {
    return lines != (stage == Stage.TRYING);
  }

  /**
   * Returns whether a trial is running, either this one or a trial of another setting. During a
   * trial, no other setting should change.
   */
  public boolean isComparing() {
    return stage != Stage.RESTING || turn.isTakenFrom(this);
  }

  /**
   * Advances the trial. The processor calls this method about every millisecond.
   *
   * @param anyHot whether there is any hot key
   * @param commits the number of transactions since the start that committed or were aborted by
   *     their own logic
   */
  public void goOn(long nowNs, boolean anyHot, long commits) {
    if (stage != Stage.RESTING && !measuring && nowNs - stageEndsNs >= -TRY_NS * 2 / 3) {
      measuring = true;
      measuredFromNs = nowNs;
      measuredFromCommits = commits;
    }
    if (nowNs - stageEndsNs < 0) {
      return;
    }
    double rate = (double) (commits - measuredFromCommits) / Math.max(1, nowNs - measuredFromNs);
    switch (stage) {
      case RESTING -> {
        if ((anyHot || lines) && turn.take(this)) {
          enter(Stage.TRYING, nowNs + TRY_NS);
        } else {
          enter(Stage.RESTING, nowNs + FIRST_REST_NS);
        }
      }
      case TRYING -> {
        triedRate = rate;
        enter(Stage.COMPARING, nowNs + TRY_NS);
      }
      case COMPARING -> {
        boolean better = triedRate > rate * CLEARLY_MORE;
        lines ^= better;
        restNs = better ? FIRST_REST_NS : Math.min(LONGEST_REST_NS, 2 * restNs);
        turn.end(this);
        enter(Stage.RESTING, nowNs + restNs);
      }
    }
  }

  private void enter(Stage next, long endsNs) {
    stage = next;
    stageEndsNs = endsNs;
    measuring = false;
  }
}
