package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.epoch.Stays;

/**
 * Switches without a pause (CormCC, section 4.3): while attempts use the old table, both parts
 * protect the partitions that switch.
 */
class MediatedSwitch extends ProtocolSwitch {

  /** The attempts that may use a table before the current one; null if no table was replaced. */
  @Shared(
      writers = "threads that advance a switch",
      readers = "the same threads",
      access = "guarded by the monitor of the ProtocolSwitch")
  private Stays before;

  /** Starts with the given part of each partition. */
  MediatedSwitch(byte[] parts) {
    super(parts);
  }

  /** Publishes the next table if every attempt has left the tables before the current one. */
  @Override
  final boolean takeStep(Epochs epochs) {
    if (before != null && !areOver(before)) {
      return false;
    }
    ProtocolTable next = table().isSwitching() ? table().switched() : next();
    if (next == null) {
      return true;
    }
    publish(next);
    before = epochs.stays();
    return !next.isSwitching() && next() == null;
  }

  /** Returns whether no attempt uses a table that was replaced before the given stays. */
  boolean areOver(Stays stays) {
    return stays.areOver();
  }
}
