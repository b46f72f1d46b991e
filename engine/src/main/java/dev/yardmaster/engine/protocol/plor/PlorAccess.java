package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access, with the state of the record's lock that its transaction holds: writer, waiter or
 * reader.
 */
final class PlorAccess extends Access {

  boolean isReader;
  boolean isWaiter;
  boolean isWriter;

  /**
   * Whether the transaction has read the record without a reader bit, so that the commit must
   * validate the read.
   */
  boolean isValidated;

  /** The header that the record had when a validated read copied its row. */
  long seen;

  PlorAccess() {}
}
