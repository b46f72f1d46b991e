package dev.yardmaster.processor;

/** Which agents of a pipeline share a thread. */
public enum ThreadLayout {
  /**
   * As the machine has cores: {@link #SHARED} below 4, {@link #SPLIT} below 8, {@link #DEDICATED}
   * from there on.
   */
  AUTO,
  /** All agents on one thread: nothing is handed over between cores. */
  SHARED,
  /** Processors and storage workers on one thread, the validator's agents on another. */
  SPLIT,
  /** A thread for each agent. */
  DEDICATED;

  /**
   * What {@link #AUTO} stands for on a machine with so many cores; the others stand for themselves.
   */
  public ThreadLayout resolve(int cores) {
    if (this != AUTO) {
      return this;
    }
    return cores < 4 ? SHARED : cores < 8 ? SPLIT : DEDICATED;
  }
}
