package dev.yardmaster.engine.protocol.mixed;

import java.util.BitSet;

/** Is told of the switches of a {@link Mixed}. */
@FunctionalInterface
public interface SwitchListener {

  /**
   * Partitions have got another part. The thread that has advanced the switch calls the method, one
   * thread at a time; the method must not block.
   *
   * @param partitions the partitions; the number of partitions stands for the keys that belong to
   *     none. The listener may keep the object
   */
  void switched(int from, int to, BitSet partitions);
}
