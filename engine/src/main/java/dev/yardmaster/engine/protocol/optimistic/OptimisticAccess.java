package dev.yardmaster.engine.protocol.optimistic;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RecordHeader;

/** An access under an optimistic protocol. */
public class OptimisticAccess extends Access {

  private long seen;
  private boolean locked;

  /** Of no record yet. */
  public OptimisticAccess() {}

  /** The record's {@link RecordHeader} when it was read. */
  public final long seen() {
    return seen;
  }

  /** The record was read under this header. */
  public final void saw(long header) {
    seen = header;
  }

  /** Whether the transaction has locked the record. */
  final boolean isLocked() {
    return locked;
  }

  final void locked(boolean isLocked) {
    locked = isLocked;
  }
}
