package dev.yardmaster.server.config.value;

import dev.yardmaster.processor.Storage;

/** The places where a server can keep its data. */
public enum DataStorage {
  /** All data are in memory. */
  MEMORY(Storage.MEMORY),
  /** All data are in a table in the data directory. */
  DISK(Storage.DISK),
  /** All data are in a table of HBase. The commit log stays in the data directory. */
  HBASE(Storage.DISK);

  private final Storage ofPipeline;

  DataStorage(Storage ofPipeline) {
    this.ofPipeline = ofPipeline;
  }

  /** Returns the pipeline's setting; {@link Storage#DISK} if memory has only a part of the data. */
  public Storage ofPipeline() {
    return ofPipeline;
  }
}
