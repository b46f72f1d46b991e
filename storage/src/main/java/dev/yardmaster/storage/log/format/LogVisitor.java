package dev.yardmaster.storage.log.format;

/**
 * Receives the transactions of a log in the order of the file. Each transaction is followed by its
 * writes. A log visitor may also receive the entries of a checkpoint, which belong to no
 * transaction.
 */
public interface LogVisitor extends EntryVisitor {

  /** A visitor that ignores everything. */
  LogVisitor NONE =
      new LogVisitor() {
        @Override
        public boolean transaction(long version, long transactionId, int writes) {
          return false;
        }

        @Override
        public void entry(StoredWrite write, long version) {
          // The visitor ignores the entries of checkpoints.
        }
      };

  /**
   * Receives a transaction of the log.
   *
   * @return whether this visitor wants to receive the transaction's writes
   */
  boolean transaction(long version, long transactionId, int writes);
}
