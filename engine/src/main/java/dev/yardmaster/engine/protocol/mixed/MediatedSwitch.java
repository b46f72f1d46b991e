package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;

/**
 * Switches without a pause (CormCC, section 4.3): while attempts use the old table, both parts
 * protect the partitions that switch.
 */
class MediatedSwitch extends ProtocolSwitch {

  @Shared(
      writers = "threads that advance a switch",
      readers = "the same threads",
      access = "guarded by the monitor of the ProtocolSwitch")
  private boolean inTransition;

  @Shared(
      writers = "threads that advance a switch",
      readers = "the same threads",
      access = "guarded by the monitor of the ProtocolSwitch")
  private long publishedIn;

  /** Starts with the given part of each partition. */
  MediatedSwitch(byte[] parts) {
    super(parts);
  }

  /** Publishes the next table if every attempt has left the tables before the current one. */
  @Override
  final boolean takeStep(Epochs epochs) {
    if (inTransition && !isLeft(epochs, publishedIn)) {
      return false;
    }
    ProtocolTable next = table().isSwitching() ? table().switched() : next();
    inTransition = next != null;
    if (inTransition) {
      publish(next);
      publishedIn = epochs.current();
    }
    return !inTransition;
  }

  /** Returns whether no attempt uses a table that was replaced in the given epoch. */
  boolean isLeft(Epochs epochs, long epoch) {
    return epochs.isOver(epoch);
  }
}
