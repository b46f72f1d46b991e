package dev.yardmaster.engine.protocol.mixed;

import java.util.BitSet;

/** A listener that is notified of the switches of a {@link Mixed}. */
@FunctionalInterface
public interface SwitchListener {

  /**
   * Partitions have switched from one protocol to another. The thread that advanced the switch
   * calls the method, one thread at a time; the method must not block.
   *
   * @param partitions the indexes of the partitions; the index after the last partition stands for
   *     the keys that belong to no partition. The listener may keep this object
   */
  void switched(int from, int to, BitSet partitions);
}
