package dev.yardmaster.processor;

/** The assignment of a pipeline's agents to threads. */
public enum ThreadLayout {
  /**
   * The layout depends on the number of cores: {@link #SHARED} below 4 cores, {@link #SPLIT} below
   * 8 cores, otherwise {@link #DEDICATED}.
   */
  AUTO,
  /** All agents run on one thread, so no message crosses from one core to another. */
  SHARED,
  /**
   * Processors and storage workers run on one thread, and the validator's agents run on another
   * thread.
   */
  SPLIT,
  /** Each agent runs on its own thread. Only the tuner shares a thread with the first processor. */
  DEDICATED;

  /**
   * Returns the layout that is used on a machine with {@code cores} cores. {@link #AUTO} returns
   * one of the other layouts, and every other layout returns itself.
   */
  public ThreadLayout resolve(int cores) {
    if (this != AUTO) {
      return this;
    }
    return cores < 4 ? SHARED : cores < 8 ? SPLIT : DEDICATED;
  }
}
