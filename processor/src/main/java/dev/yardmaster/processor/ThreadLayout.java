package dev.yardmaster.processor;

/** Which agents of a pipeline share a thread. */
public enum ThreadLayout {
  /**
   * By the number of cores: {@link #SHARED} below 4, {@link #SPLIT} below 8, {@link #DEDICATED}
   * otherwise.
   */
  AUTO,
  /** All agents on one thread; no hand-over between cores. */
  SHARED,
  /** Processors and storage workers on one thread, the validator's agents on another. */
  SPLIT,
  /** A thread for each agent. */
  DEDICATED;

  /**
   * Returns the layout that {@link #AUTO} stands for on a machine with {@code cores} cores; every
   * other layout returns itself.
   */
  public ThreadLayout resolve(int cores) {
    if (this != AUTO) {
      return this;
    }
    return cores < 4 ? SHARED : cores < 8 ? SPLIT : DEDICATED;
  }
}
