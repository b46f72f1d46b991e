package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.storage.ReadRequest;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.WriteRequest;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.validator.ValidationRequest;

/**
 * A place for one transaction in flight, with the messages that carry it through the stages.
 * Reused; owned by its {@link Processor}.
 */
final class TransactionSlot {

  /** Where the transaction is. */
  enum Phase {
    FREE,
    READING,
    WITH_CALLER,
    VALIDATING,
    INSTALLING
  }

  final int index;
  final ReadSet reads = new ReadSet();
  final WriteSet writes = new WriteSet();
  final ReadRequest[] readRequests;
  final WriteRequest[] writeRequests;
  final ValidationRequest validation;

  private final Fingerprints fingerprints;
  private final int maxKeys;

  Phase phase = Phase.FREE;
  Work work;
  long transactionId;
  int restarts;

  /** Storage requests of this transaction that have not come back. */
  int outstanding;

  /** Reads up to this position were sent. */
  int readsSent;

  int rounds;

  /** What the logic threw or decided; delivered once its reads are known to be current. */
  Throwable failure;

  private AbortCause conflictCause;
  private Key conflictKey;
  private long conflictVersionRead;
  private long conflictVersionFound;
  private long conflictOther;

  TransactionSlot(
      int index,
      ReadRequest[] readRequests,
      WriteRequest[] writeRequests,
      ValidationRequest validation,
      Fingerprints fingerprints,
      int maxKeys) {
    this.index = index;
    this.readRequests = readRequests;
    this.writeRequests = writeRequests;
    this.validation = validation;
    this.fingerprints = fingerprints;
    this.maxKeys = maxKeys;
  }

  /** Forgets the last run. */
  void clearRun() {
    reads.clear();
    writes.clear();
    readsSent = 0;
    rounds = 0;
    failure = null;
  }

  /** Declares a read. */
  void declareRead(Key key) {
    if (reads.find(checkKey(key)) < 0) {
      checkRoom(reads.size(), "reads");
      reads.add(key, fingerprints.of(key));
    }
  }

  /** Declares a read and a write of the same key. */
  void declareUpdate(Key key) {
    boolean unread = reads.find(checkKey(key)) < 0;
    boolean unwritten = writes.find(key) < 0;
    if (unread && unwritten) {
      checkRoom(reads.size(), "reads");
      checkRoom(writes.size(), "writes");
      long fingerprint = fingerprints.of(key);
      reads.add(key, fingerprint);
      writes.add(key, fingerprint);
    } else {
      declareRead(key);
      declareWrite(key);
    }
  }

  /** Declares a write; returns its position. */
  int declareWrite(Key key) {
    int position = writes.find(checkKey(key));
    if (position >= 0) {
      return position;
    }
    checkRoom(writes.size(), "writes");
    return writes.add(key, fingerprints.of(key));
  }

  static Key checkKey(Key key) {
    if (key == null) {
      throw new YardmasterException(ErrorCode.BAD_KEY, "a key is not null", "key", "null");
    }
    return key;
  }

  private void checkRoom(int size, String what) {
    if (size == maxKeys) {
      throw new YardmasterException(
          ErrorCode.TOO_MANY_KEYS,
          "a transaction has at most " + maxKeys + " " + what,
          what,
          size + 1);
    }
  }

  /** Records its commit, which is decided and not yet answered. */
  void record(HistoryRecorder recorder, long nowNs) {
    long commitVersion = validation.commitVersion();
    recorder.begin(transactionId, commitVersion, work.beganNs(), nowNs);
    for (int i = 0; i < readsSent; i++) {
      // Of a key that storage knows nothing of, it is only known how fresh that is.
      long version = reads.version(i) == 0 ? -reads.freshThrough(i) : reads.version(i);
      recorder.read(reads.key(i), version, reads.value(i));
    }
    for (int i = 0; i < writes.size(); i++) {
      if (writes.isWritten(i)) {
        recorder.write(writes.key(i), commitVersion, writes.value(i));
      }
    }
    recorder.end();
  }

  /** Keeps what the validator found, for a report. */
  void rememberConflict(AbortCause cause) {
    int read = validation.conflictingRead();
    if (read < 0) {
      forgetConflict();
      return;
    }
    conflictCause = cause;
    conflictKey = reads.key(read);
    conflictVersionRead = reads.version(read);
    conflictVersionFound = validation.foundVersion();
    conflictOther =
        validation.otherTransaction() == ValidationRequest.NONE
            ? ConflictReport.UNKNOWN_TRANSACTION
            : validation.otherTransaction();
  }

  void forgetConflict() {
    conflictKey = null;
  }

  /** What the last discarded run met, or null if that is not known. */
  ConflictReport lastConflict() {
    return conflictKey == null
        ? null
        : new ConflictReport(
            conflictKey, conflictCause, conflictVersionRead, conflictVersionFound, conflictOther);
  }
}
