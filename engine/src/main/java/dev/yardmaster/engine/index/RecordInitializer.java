package dev.yardmaster.engine.index;

/** Initializes a new record as absent, before any other thread can see it. */
@FunctionalInterface
public interface RecordInitializer {

  /**
   * Called by the inserting thread with a node locked; must be quick and must not use the index.
   *
   * @param stamp the record is absent as of this stamp: its first version must be higher
   */
  void initialize(int record, long stamp);
}
