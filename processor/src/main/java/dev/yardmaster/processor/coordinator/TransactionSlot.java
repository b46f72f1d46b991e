package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.log.LoggedTransaction;
import dev.yardmaster.storage.log.format.LogRecord;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.WriteRequest;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.ValidatedTransaction;
import dev.yardmaster.validator.ValidationRequest;
import org.agrona.collections.LongHashSet;

/**
 * Holds one transaction in flight, with the messages that carry the transaction through the stages.
 * A slot is reused. The {@link Processor} owns its slots; while a slot's validation request is at
 * the validator, the validator owns the slot.
 */
final class TransactionSlot implements ValidatedTransaction, LoggedTransaction {

  /** The current phase of the transaction. */
  enum Phase {
    FREE,
    /** The transaction waits for its turn on hot keys before it runs. */
    QUEUED,
    READING,
    WITH_CALLER,
    VALIDATING,
    /** The transaction waits until the validator grants or ends a reservation. */
    RESERVING,
    /**
     * The transaction waits until all commits before its reservation are installed. Without a
     * reservation, the transaction waits until the commit that caused the abort is installed.
     */
    CATCHING_UP,
    INSTALLING
  }

  final int index;
  final RunBuffer run;
  final ReadRequest[] readRequests;
  final WriteRequest[] writeRequests;
  final ValidationRequest validation;

  /** The transaction's entries in the queues of hot keys. */
  final HotKeyClaims turns = new HotKeyClaims(this);

  private final ProcedureRepair repair;

  /**
   * The encoder of the transaction's log record; null for a pipeline in memory. The final
   * validation calls the encoder.
   */
  private final RecordEncoder encoder;

  /**
   * The log record of the transaction, which is filled when the transaction commits; null for a
   * pipeline in memory.
   */
  private final LogRecord record;

  Phase phase = Phase.FREE;
  Work work;
  long transactionId;

  /** The time, in ns, at which the caller began to wait for the transaction. */
  private long beganNs;

  int restarts;

  /** The number of requests to storage for this transaction that have no reply yet. */
  int outstanding;

  /** The fingerprints of the keys that earlier runs accessed; null until the first restart. */
  LongHashSet knownKeys;

  /**
   * Whether the validator has reserved keys for the transaction, according to the messages that
   * have arrived at the processor.
   */
  boolean reserved;

  /**
   * The key whose stale read caused the validator to repair the run; null if the validator has not
   * repaired the current run. The next field contains the fingerprint of this key.
   */
  Key repairedKey;

  long repairedFingerprint;

  private AbortCause conflictCause;
  private Key conflictKey;
  private long conflictVersionRead;
  private long conflictVersionFound;
  private long conflictOther;

  TransactionSlot(
      int index,
      RunBuffer run,
      ReadRequest[] readRequests,
      WriteRequest[] writeRequests,
      ValidationRequest validation,
      ProcedureRepair repair,
      RecordEncoder encoder) {
    this.index = index;
    this.run = run;
    this.readRequests = readRequests;
    this.writeRequests = writeRequests;
    this.validation = validation;
    this.repair = repair;
    this.encoder = encoder;
    this.record = encoder == null ? null : new LogRecord();
  }

  void admit(Work admitted, long id) {
    work = admitted;
    transactionId = id;
    beganNs = admitted.beganNs();
    restarts = 0;
    reserved = false;
    knownKeys = null;
  }

  void clear() {
    phase = Phase.FREE;
    work = null;
    knownKeys = null;
    repairedKey = null;
    run.clear();
    forgetConflict();
  }

  /** Fills the validation request with the run's reads and writes. */
  void fillAccesses() {
    for (int i = 0; i < run.readsSent; i++) {
      validation.read(run.reads.fingerprint(i), run.reads.freshThrough(i));
    }
    for (int i = 0; i < run.writes.size(); i++) {
      if (run.writes.isWritten(i)) {
        validation.write(run.writes.fingerprint(i), i);
      }
    }
    for (int scan = 0; scan < run.scansSent; scan++) {
      for (int i = 0; i < run.scans.predicates(scan); i++) {
        validation.predicate(
            scan,
            run.scans.start(scan, i),
            run.scans.end(scan, i),
            run.scans.installedThrough(scan, i));
      }
    }
  }

  @Override
  public boolean canBeScanned(int position) {
    return !run.writes.key(position).isReserved();
  }

  @Override
  public int scanOf(Key key) {
    for (int i = 0; i < run.scansSent; i++) {
      if (run.scans.isInScope(i, key)) {
        return i;
      }
    }
    return NOT_SCANNED;
  }

  @Override
  public long versionSeen(int scan, Key key) {
    return run.scans.versionSeen(scan, key);
  }

  @Override
  public Key writtenKey(int position) {
    return run.writes.key(position);
  }

  @Override
  public byte[] writtenValue(int position) {
    return run.writes.value(position);
  }

  @Override
  public Rerun runAgain(NewestValues newest, long nowNs, long budgetNs) {
    // A repair replaces the run and thus the conflicting read, so the key is stored before the
    // repair.
    int read = validation.conflictingRead();
    Key staleKey = run.reads.key(read);
    long staleFingerprint = run.reads.fingerprint(read);
    Rerun rerun = repair.runAgain((ProcedureCall) work, run, newest, nowNs, budgetNs);
    if (rerun == Rerun.DONE) {
      repairedKey = staleKey;
      repairedFingerprint = staleFingerprint;
      validation.beginAccesses();
      fillAccesses();
    }
    return rerun;
  }

  @Override
  public void toBeLogged() {
    encoder.encode(record, transactionId, validation.commitVersion(), run.writes);
  }

  @Override
  public LogRecord logRecord() {
    return record;
  }

  /** Adds the keys of the discarded run to the keys that are known from earlier runs. */
  void rememberKeys() {
    if (knownKeys == null) {
      knownKeys = new LongHashSet();
    }
    for (int i = 0; i < run.reads.size(); i++) {
      knownKeys.add(run.reads.fingerprint(i));
    }
    for (int i = 0; i < run.writes.size(); i++) {
      knownKeys.add(run.writes.fingerprint(i));
    }
  }

  /**
   * Records the transaction in the history; its commit must already be decided.
   *
   * @param endNs the time at which the caller gets the outcome, or {@link
   *     HistoryRecorder#UNKNOWN_END}
   */
  void record(HistoryRecorder recorder, long endNs) {
    long commitVersion = validation.commitVersion();
    recorder.begin(transactionId, commitVersion, beganNs, endNs);
    for (int i = 0; i < run.readsSent; i++) {
      // For a key without a value, storage returns only a version: the key is known to have no
      // value up to this version.
      long found = run.reads.version(i);
      long version = found == 0 ? -run.reads.freshThrough(i) : found;
      recorder.read(run.reads.key(i), version, run.reads.value(i));
    }
    for (int scan = 0; scan < run.scansSent; scan++) {
      RecordedScan.record(run.scans, scan, recorder);
    }
    for (int i = 0; i < run.writes.size(); i++) {
      if (run.writes.isWritten(i)) {
        recorder.write(run.writes.key(i), commitVersion, run.writes.value(i));
      }
    }
    recorder.end();
  }

  /** Stores the conflict that the validator has found, for a conflict report. */
  void rememberConflict(AbortCause cause) {
    int read = validation.conflictingRead();
    int scan = validation.conflictingScan();
    if (read < 0 && scan < 0) {
      forgetConflict();
      return;
    }
    conflictCause = cause;
    if (read >= 0) {
      conflictKey = run.reads.key(read);
      conflictVersionRead = run.reads.version(read);
    } else {
      conflictKey = validation.conflictingKey();
      conflictVersionRead = run.scans.versionSeen(scan, conflictKey);
    }
    conflictVersionFound = validation.foundVersion();
    conflictOther =
        validation.otherTransaction() == ValidationRequest.NONE
            ? ConflictReport.UNKNOWN_TRANSACTION
            : validation.otherTransaction();
  }

  void forgetConflict() {
    conflictKey = null;
  }

  /** Returns the conflict of the last discarded run, or null if the conflict is unknown. */
  ConflictReport lastConflict() {
    return conflictKey == null
        ? null
        : new ConflictReport(
            conflictKey, conflictCause, conflictVersionRead, conflictVersionFound, conflictOther);
  }
}
