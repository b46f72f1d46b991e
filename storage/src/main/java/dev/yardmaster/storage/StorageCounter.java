package dev.yardmaster.storage;

/** What a {@link StorageWorker} counts. */
public enum StorageCounter {
  /** Duty cycles with work. */
  BATCHES,
  /** Requests served. */
  REQUESTS,
  /** Time spent on batches, in ns. */
  BUSY_NS
}
