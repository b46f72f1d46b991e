package dev.yardmaster.engine.index;

/** Makes a new record absent, before anybody else can see it. */
@FunctionalInterface
public interface RecordInitializer {

  /**
   * Called by the thread that inserts; quick, and must not use the index.
   *
   * @param stamp what the record is absent as of: its first version must be higher
   */
  void initialize(int record, long stamp);
}
