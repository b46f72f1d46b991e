package dev.yardmaster.processor;

/** Where a pipeline keeps its data. */
public enum Storage {
  /** All data are in memory. */
  MEMORY,
  /**
   * All data are in a table on disk. Entries that were changed or read recently are also in memory.
   * This setting requires durability or a replicated log, and the library {@code
   * org.rocksdb:rocksdbjni} on the class path.
   */
  DISK
}
