package dev.yardmaster.storage.log.format;

/** Receives the entries of a checkpoint or the writes of a log, in the order of the file. */
@FunctionalInterface
public interface EntryVisitor {

  /**
   * Receives the write of a key at a commit version. The reader reuses the {@code write} object for
   * the next write.
   */
  void entry(StoredWrite write, long version);
}
