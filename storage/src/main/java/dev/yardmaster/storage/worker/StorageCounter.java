package dev.yardmaster.storage.worker;

/** The counters of a {@link StorageWorker}. */
public enum StorageCounter {
  /** The number of duty cycles in which the worker had work. */
  BATCHES,
  /** The number of requests that were served. */
  REQUESTS,
  /** The total time that the worker has spent on serving batches, in ns. */
  BUSY_NS,
  /** The number of requests that read the disk, because a key was not in memory. */
  MISSES,
  /** The memory of the data at the end of the last duty cycle, in bytes. */
  DATA_BYTES,
  /** 1 while a flush writes changes to the disk, after which memory can be freed; otherwise 0. */
  FLUSHING,
  /** The memory of the values that are kept for snapshots, in bytes. */
  KEPT_BYTES
}
