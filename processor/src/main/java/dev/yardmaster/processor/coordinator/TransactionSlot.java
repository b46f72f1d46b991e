package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.storage.ReadRequest;
import dev.yardmaster.storage.WriteRequest;
import dev.yardmaster.storage.log.LogRecord;
import dev.yardmaster.storage.log.RecordEncoder;
import dev.yardmaster.validator.NewestValues;
import dev.yardmaster.validator.ValidatedTransaction;
import dev.yardmaster.validator.ValidationRequest;
import org.agrona.collections.LongHashSet;

/**
 * A place for one transaction in flight, with the messages that carry it through the stages.
 * Reused; owned by its {@link Processor}, and while its validation request is under way by the
 * validator.
 */
final class TransactionSlot implements ValidatedTransaction {

  /** Where the transaction is. */
  enum Phase {
    FREE,
    /** It waits for its turn on hot keys, before it runs. */
    QUEUED,
    READING,
    WITH_CALLER,
    VALIDATING,
    /** The validator is asked for, or to end, a reservation. */
    RESERVING,
    /** It waits until all that was committed before its reservation is installed. */
    CATCHING_UP,
    INSTALLING
  }

  final int index;
  final RunBuffer run;
  final ReadRequest[] readRequests;
  final WriteRequest[] writeRequests;
  final ValidationRequest validation;

  /** The turns on hot keys that it holds or waits for. */
  final HotKeyClaims turns = new HotKeyClaims(this);

  private final ProcedureRepair repair;

  /** Encodes it for the log; null in memory. The final validation's. */
  private final RecordEncoder encoder;

  /** What of it goes into the log, once it commits; null in memory. */
  final LogRecord record;

  Phase phase = Phase.FREE;
  Work work;
  long transactionId;

  /** When its caller began to wait for it. */
  private long beganNs;

  int restarts;

  /** Storage requests of this transaction that have not come back. */
  int outstanding;

  /** Fingerprints of keys that it met in earlier runs; null until they are of use. */
  LongHashSet knownKeys;

  /** Whether the validator holds a reservation for it, as far as is known here. */
  boolean reserved;

  /**
   * The key whose stale read made the final validation run it again, and that key's fingerprint;
   * null if it was not run again since it was last sent there.
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

  /** Takes in a transaction. */
  void admit(Work admitted, long id) {
    work = admitted;
    transactionId = id;
    beganNs = admitted.beganNs();
    restarts = 0;
    reserved = false;
    knownKeys = null;
  }

  /** Is empty again. */
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
    // The run that meets the conflict is exchanged, and its reads with it.
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

  /** Adds the keys of the run that was discarded to those known. */
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
   * Records its commit, which is decided.
   *
   * @param endNs when its caller learns of it, or {@link HistoryRecorder#UNKNOWN_END}
   */
  void record(HistoryRecorder recorder, long endNs) {
    long commitVersion = validation.commitVersion();
    recorder.begin(transactionId, commitVersion, beganNs, endNs);
    for (int i = 0; i < run.readsSent; i++) {
      // Of a key that storage knows nothing of, it is only known how fresh that is.
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

  /** Keeps what the validator found, for a report. */
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

  /** What the last discarded run met, or null if that is not known. */
  ConflictReport lastConflict() {
    return conflictKey == null
        ? null
        : new ConflictReport(
            conflictKey, conflictCause, conflictVersionRead, conflictVersionFound, conflictOther);
  }
}
