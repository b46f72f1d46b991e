package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Access;

/** An access with the locks that its transaction holds on the record, or claims. */
final class LockAccess extends Access {

  boolean readLock;
  boolean writeLock;

  LockAccess() {}
}
