package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Access;

/** An access that knows which locks its transaction has, or claims, of the record. */
final class LockAccess extends Access {

  boolean readLock;
  boolean writeLock;

  LockAccess() {}
}
