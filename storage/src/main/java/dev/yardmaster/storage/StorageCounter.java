package dev.yardmaster.storage;

/** The counters of a {@link StorageWorker}. */
public enum StorageCounter {
  /** Duty cycles with work. */
  BATCHES,
  /** Requests served. */
  REQUESTS,
  /** Time spent on batches, in ns. */
  BUSY_NS
}
