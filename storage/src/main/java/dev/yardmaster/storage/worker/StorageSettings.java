package dev.yardmaster.storage.worker;

/**
 * The settings of a {@link StorageWorker}: the number of requests in a duty cycle, and their order.
 * The worker reads the settings in every duty cycle, so they may change while the worker runs. Any
 * thread may call the methods.
 */
public interface StorageSettings {

  /**
   * Returns the maximum number of requests that are served in one duty cycle, at least 1. With
   * reordering, the maximum applies only to reads.
   */
  int batchSize();

  /**
   * Returns whether writes are applied before reads that are already waiting (batching paper,
   * section 3.1).
   */
  boolean storageReordering();

  /** Returns settings that do not change. */
  static StorageSettings fixed(int batchSize, boolean reordering) {
    return new StorageSettings() {
      @Override
      public int batchSize() {
        return batchSize;
      }

      @Override
      public boolean storageReordering() {
        return reordering;
      }
    };
  }
}
