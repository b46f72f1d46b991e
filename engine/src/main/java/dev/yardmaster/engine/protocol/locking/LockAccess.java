package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Access;

/** An access, with the locks that its transaction holds or claims on the record. */
final class LockAccess extends Access {

  boolean readLock;
  boolean writeLock;

  LockAccess() {}
}
