package dev.yardmaster.storage.log;

/** Receives the contents of a log or a checkpoint, in the order of the file. */
public interface LogVisitor {

  /** A visitor that ignores everything. */
  LogVisitor NONE =
      new LogVisitor() {
        @Override
        public boolean transaction(long version, long transactionId, int writes) {
          return false;
        }

        @Override
        public void write(StoredWrite write, long version) {
          // The visitor ignores the entries of checkpoints.
        }
      };

  /**
   * Receives a transaction of the log.
   *
   * @return whether this visitor wants to receive the transaction's writes
   */
  boolean transaction(long version, long transactionId, int writes);

  /**
   * Receives a write of the transaction that was received last, or an entry of a checkpoint. The
   * reader reuses the object for the next write.
   */
  void write(StoredWrite write, long version);
}
