package dev.yardmaster.processor;

/** The assignment of a pipeline's agents to threads. */
public enum ThreadLayout {
  /**
   * The number of cores determines the layout: {@link #SHARED} below 4 cores, otherwise {@link
   * #SPREAD}.
   */
  AUTO,
  /** All agents run on one thread, so no message crosses from one core to another. */
  SHARED,
  /**
   * Processors and storage workers run on one thread, and the validator's agents run on another
   * thread.
   */
  SPLIT,
  /**
   * Each processor and each storage worker runs on its own thread. The validator's agents share a
   * thread; with 6 or more processors and storage workers, the final validation has its own thread.
   * See {@link PipelineConfig#onCores}.
   */
  SPREAD,
  /** Each agent runs on its own thread. Only the tuner shares a thread with the first processor. */
  DEDICATED;

  /** With at least this number of cores, {@link #AUTO} means {@link #SPREAD}. */
  static final int MIN_SPREAD = 4;

  /**
   * Returns the layout that is used on a machine with {@code cores} cores. For {@link #AUTO} this
   * is one of the other layouts; every other layout returns itself.
   */
  public ThreadLayout resolve(int cores) {
    if (this != AUTO) {
      return this;
    }
    return cores < MIN_SPREAD ? SHARED : SPREAD;
  }
}
