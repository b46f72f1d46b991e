package dev.yardmaster.engine.index;

/** Initializes a new record as absent before any other thread can see the record. */
@FunctionalInterface
public interface RecordInitializer {

  /**
   * Initializes the record. The inserting thread calls this method while it holds the lock of a
   * node. So an implementation must be quick and must not use the index.
   *
   * @param stamp the version of the absent record. When the record becomes present, its version
   *     must be higher
   */
  void initialize(int record, long stamp);
}
