package dev.yardmaster.engine.index;

/** Initializes a new record as absent before any other thread can see the record. */
@FunctionalInterface
public interface RecordInitializer {

  /**
   * Initializes the record. The inserting thread calls this method while it holds the lock of a
   * node, so an implementation must be quick and must not use the index.
   *
   * @param stamp the version that the absent record gets; the record's first version as present
   *     must be higher
   */
  void initialize(int record, long stamp);
}
