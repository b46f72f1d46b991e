package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access under Plor. The access stores whether the transaction is a writer, a waiting writer or
 * a reader in the record's lock.
 */
final class PlorAccess extends Access {

  boolean isReader;
  boolean isWaiter;
  boolean isWriter;

  /**
   * Whether the transaction has read the record without a reader bit. If so, the commit must
   * validate the read.
   */
  boolean isValidated;

  /** The header that the record had when the transaction read it without a reader bit. */
  long seen;

  PlorAccess() {}
}
