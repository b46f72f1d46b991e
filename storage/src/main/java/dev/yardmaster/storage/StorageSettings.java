package dev.yardmaster.storage;

/**
 * How a {@link StorageWorker} serves what has arrived. Asked in every duty cycle, so that it may
 * change while the worker runs; any thread.
 */
public interface StorageSettings {

  /** Most requests, with reordering most reads, of one duty cycle; at least 1. */
  int batchSize();

  /** Whether writes overtake reads (batching paper, section 3.1). */
  boolean storageReordering();

  /** Settings that do not change. */
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
