package dev.yardmaster.engine.protocol;

/**
 * A pace for workers with a processor each: the workers spin instead of sleeping. The clock of this
 * pace stands still.
 */
final class SpinningPace implements Pace {

  @Override
  public void access() {}

  @Override
  public void step() {}

  @Override
  public void await(int round) {
    Thread.onSpinWait();
  }

  @Override
  public void restart(int restarts, boolean hasAge) {}

  @Override
  public long nowNs() {
    return 0;
  }
}
