package dev.yardmaster.storage;

/**
 * How a {@link StorageWorker} serves the requests that have arrived. Read in every duty cycle, so
 * that the settings may change while the worker runs; any thread.
 */
public interface StorageSettings {

  /** Most requests of one duty cycle; with reordering, most reads. At least 1. */
  int batchSize();

  /** Whether writes overtake reads (batching paper, section 3.1). */
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
