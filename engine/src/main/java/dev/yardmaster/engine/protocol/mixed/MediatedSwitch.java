package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.epoch.Epochs;
import dev.yardmaster.engine.epoch.Stays;

/**
 * Switches partitions to other protocols without a pause (CormCC, section 4.3). As long as attempts
 * may use the old table, both the old and the new protocol protect the partitions that switch.
 */
class MediatedSwitch extends ProtocolSwitch {

  /**
   * The members whose attempts may still use the table that was replaced last; null if no table was
   * replaced.
   */
  @Shared(
      writers = "threads that advance a switch",
      readers = "the same threads",
      access = "guarded by the monitor of the ProtocolSwitch")
  private Stays before;

  /** Creates an object with the given protocol index for each partition. */
  MediatedSwitch(byte[] parts) {
    super(parts);
  }

  /** Publishes the next table if no attempt uses a replaced table any more. */
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

  /**
   * Returns whether all members of {@code stays} have left their epochs, so that no attempt uses a
   * replaced table any more. A test can override this method.
   */
  boolean areOver(Stays stays) {
    return stays.areOver();
  }
}
