package dev.yardmaster.api;

/**
 * How urgent a transaction is. Of those that wait for admission the more urgent are let in first,
 * and of a batch that cannot commit as a whole the less urgent are sacrificed first. Whoever waits
 * is let in at last, whatever its priority.
 */
public enum Priority {
  /** Somebody waits for it. */
  HIGH,
  /** The default. */
  NORMAL,
  /** It may take its time: bulk work, which gives way to all else. */
  BATCH
}
