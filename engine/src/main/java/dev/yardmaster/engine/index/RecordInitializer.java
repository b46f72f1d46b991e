package dev.yardmaster.engine.index;

/** Initializes a new record as absent, before any other thread can see it. */
@FunctionalInterface
public interface RecordInitializer {

  /**
   * Initializes the record. The inserting thread calls this method while it holds the lock of a
   * node, so an implementation must be quick and must not use the index.
   *
   * @param stamp the stamp as of which the record is absent: the record's first version must be
   *     higher
   */
  void initialize(int record, long stamp);
}
