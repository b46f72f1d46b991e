package dev.yardmaster.benchmarks.engine.round;

/**
 * The current phase of a round on threads. The thread that times the round sets the phase, and the
 * workers read it.
 */
final class TimedPhase implements RoundPhase {

  private volatile Phase phase = Phase.WARMING_UP;

  /** Written before {@link #phase} becomes RECORDING. */
  private long recordedFromNs;

  /** Written before {@link #phase} becomes OVER. */
  private long endNs;

  @Override
  public Phase get() {
    return phase;
  }

  @Override
  public long recordedFromNs() {
    return recordedFromNs;
  }

  @Override
  public long endNs() {
    return endNs;
  }

  void record(long nowNs) {
    recordedFromNs = nowNs;
    phase = Phase.RECORDING;
  }

  void end(long nowNs) {
    endNs = nowNs;
    phase = Phase.OVER;
  }
}
