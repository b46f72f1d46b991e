package dev.yardmaster.engine.protocol.optimistic;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RecordHeader;

/**
 * An access under an optimistic protocol, with the header that the record had when it was read. For
 * a blind write, this is the header that the record had when it was locked.
 */
public class OptimisticAccess extends Access {

  private long seen;
  private boolean locked;

  /** Creates an access without a record. */
  public OptimisticAccess() {}

  /** Returns the {@link RecordHeader} that the record had when it was read or locked. */
  public final long seen() {
    return seen;
  }

  /** Records the header under which the record was read or locked. */
  public final void saw(long header) {
    seen = header;
  }

  /** Returns whether the transaction has locked the record. */
  public final boolean isLocked() {
    return locked;
  }

  final void locked(boolean isLocked) {
    locked = isLocked;
  }
}
