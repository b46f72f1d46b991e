package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;

/** An access, with the parts of the record's lock that its transaction holds. */
final class PlorAccess extends Access {

  boolean isReader;
  boolean isWaiter;
  boolean isWriter;

  /** Whether the read has no reader bit, so that the commit must validate it. */
  boolean isValidated;

  /** The header of the row that a validated read has copied. */
  long seen;

  PlorAccess() {}
}
