package dev.yardmaster.engine.protocol.mixed;

import java.util.BitSet;

/** A listener that is notified of the switches of a {@link Mixed}. */
@FunctionalInterface
public interface SwitchListener {

  /**
   * Notifies the listener that partitions have switched from one protocol to another. The thread
   * that has advanced the switch calls the method; only one thread at a time does so. The method
   * must not block.
   *
   * @param partitions the indexes of the partitions. The keys that belong to no partition have the
   *     index after the last partition. The listener may keep this object
   */
  void switched(int from, int to, BitSet partitions);
}
