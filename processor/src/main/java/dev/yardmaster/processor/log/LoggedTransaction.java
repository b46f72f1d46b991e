package dev.yardmaster.processor.log;

import dev.yardmaster.storage.log.format.LogRecord;

/** A transaction that an agent of the log writes to the log. */
public interface LoggedTransaction {

  /** Returns the transaction's record, which is filled when the transaction commits. */
  LogRecord logRecord();
}
