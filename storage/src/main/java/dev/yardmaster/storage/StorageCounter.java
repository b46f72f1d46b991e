package dev.yardmaster.storage;

/** What a {@link StorageWorker} counts. */
public enum StorageCounter {
  /** Batches taken. */
  BATCHES,
  /** Requests taken. */
  REQUESTS,
  /** Requests that install writes. */
  WRITE_REQUESTS,
  /** Time spent on batches, in ns. */
  BUSY_NS
}
