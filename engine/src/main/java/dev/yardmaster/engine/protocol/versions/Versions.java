package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.SupersededVersions;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/** One worker's reads and writes of versions. Only the worker's thread calls the methods. */
public final class Versions {

  /** Stands for no version: the record has never been present. */
  public static final int NONE = -1;

  /** Stands in place of a version for a record that was removed from its index. */
  public static final int DEAD = -2;

  private final WorkerContext worker;
  private final SharedWords words;
  private final PendingStamps pending;
  private final int versionWords;
  private final boolean linksNewer;
  private final SupersededVersions superseded = new SupersededVersions();
  private long rowStamp;
  private long horizon;

  /**
   * Creates one worker's part.
   *
   * @param pending how the protocol resolves the stamps of writers that have not ended
   * @param versionWords the number of words in front of each version
   */
  public Versions(WorkerContext worker, PendingStamps pending, int versionWords) {
    this.worker = worker;
    this.pending = pending;
    this.versionWords = versionWords;
    linksNewer = versionWords >= VersionWords.WITH_NEWER;
    words = worker.words();
  }

  /** Implements {@link Protocol#load}. */
  public static void load(
      Table table, int record, Row row, WorkerContext worker, int versionWords) {
    Records versions = table.versions();
    int version = worker.allocator(versions).allocate();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    versions.putRow(version, slab, at, row);
    VersionWords.fill(slab, at, Protocol.LOADED_VERSION, NONE, versionWords);
    Records records = table.records();
    RecordWords.setHead(
        worker.words(), records.slab(record), records.at(record), RecordWords.headOf(version));
  }

  /** Implements {@link Protocol#unload}. */
  public static void unload(Table table, int record, WorkerContext worker) {
    Records records = table.records();
    long head = RecordWords.head(worker.words(), records.slab(record), records.at(record));
    worker.allocator(table.versions()).free(RecordWords.newest(head));
  }

  /**
   * Returns the newest version that is not later than a stamp, or {@link #NONE} or {@link #DEAD}.
   * The method waits while the protocol cannot tell which version that is.
   */
  public int visible(Table table, int record, long asOf) {
    Records versions = table.versions();
    long[] recordSlab = table.records().slab(record);
    int recordAt = table.records().at(record);
    for (int round = 0; ; round++) {
      long head = RecordWords.head(words, recordSlab, recordAt);
      if (RecordWords.isDead(head)) {
        return DEAD;
      }
      int version = RecordWords.newest(head);
      long stamp = PendingStamps.LATER;
      while (version != NONE) {
        stamp = stampOf(versions, version, asOf, round);
        if (stamp <= asOf) {
          break;
        }
        version = VersionWords.older(words, versions.slab(version), versions.at(version));
      }
      if (stamp != PendingStamps.AGAIN) {
        rowStamp = stamp;
        return version;
      }
    }
  }

  /**
   * Returns the stamp of a version, or {@link PendingStamps#LATER} or {@link PendingStamps#AGAIN}.
   * The version of a transaction that has committed may already have a newer one on top of it when
   * it does not have its stamp yet.
   */
  private long stampOf(Records versions, int version, long asOf, int round) {
    long stamp = VersionWords.stamp(words, versions.slab(version), versions.at(version));
    if (stamp >= 0) {
      return stamp;
    }
    return stamp == VersionWords.ABORTED
        ? PendingStamps.AGAIN
        : pending.resolve(stamp, asOf, round);
  }

  /**
   * Reads a record as of a stamp, and fills the access.
   *
   * @throws dev.yardmaster.engine.protocol.Conflict if the record was removed from its index
   */
  public void read(VersionAccess access, long asOf) {
    int version = visible(access.table(), access.record(), asOf);
    if (version == DEAD) {
      throw worker.conflict();
    }
    access.saw(version);
    access.found(copyRow(access.table(), access.record(), version, asOf, access), rowStamp);
  }

  /**
   * Reads a record as of a stamp, without an access.
   *
   * @return whether the record is present
   */
  public boolean readRow(Table table, int record, long asOf, Row into) {
    int version = visible(table, record, asOf);
    if (version == DEAD) { // The record was removed because it is absent for every transaction.
      rowStamp = asOf;
      return false;
    }
    return copyRow(table, record, version, asOf, into);
  }

  /** Returns the stamp of the row that was read last, or the stamp as of which it is absent. */
  public long rowStamp() {
    return rowStamp;
  }

  private boolean copyRow(Table table, int record, int version, long asOf, Row into) {
    if (version == NONE) {
      // The removed versions of the key are earlier than every running transaction. So the record
      // is absent for this transaction even if the stamp is later.
      Records records = table.records();
      long stamp = RecordWords.readStamp(words, records.slab(record), records.at(record));
      rowStamp = Math.min(stamp, asOf);
      return false;
    }
    Records versions = table.versions();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    if (VersionWords.isDeleted(words, slab, at)) {
      return false;
    }
    words.viewRow(versions, version, slab, at, into);
    return true;
  }

  /** Returns whether the record of an access was removed from its index. */
  public static boolean isDead(SharedWords words, Access access) {
    return RecordWords.isDead(RecordWords.head(words, access.slab(), access.at()));
  }

  /** Lets an access, which has not read its record, replace the version that is visible now. */
  public boolean see(VersionAccess access, long asOf) {
    int version = visible(access.table(), access.record(), asOf);
    access.saw(version);
    return version != DEAD;
  }

  /** Returns whether the version that an access has read is the record's newest one. */
  public boolean isNewest(VersionAccess access) {
    return RecordWords.head(words, access.slab(), access.at()) == RecordWords.headOf(access.seen());
  }

  /**
   * Installs a pending version on top of the version that the access has read, if this is still the
   * newest one. Until the version is {@linkplain #commit committed} or {@linkplain #abort taken
   * back}, no other transaction can install a version of the record.
   *
   * @param stamp the stamp of the pending version, below 0
   * @return whether the version was installed
   */
  public boolean install(VersionAccess access, long stamp) {
    Records versions = access.table().versions();
    int version = worker.allocator(versions).allocate();
    access.prepared(version);
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    words.changing(slab, at);
    VersionWords.fill(slab, at, stamp, access.seen(), versionWords);
    if (!RecordWords.changeHead(
        words,
        access.slab(),
        access.at(),
        RecordWords.headOf(access.seen()),
        RecordWords.headOf(version))) {
      return false;
    }
    access.installed();
    if (linksNewer) {
      access.setNewer(words, version);
    }
    return true;
  }

  /** Copies the row of an access into its pending version, or marks the version as a deletion. */
  public void putRow(VersionAccess access) {
    Records versions = access.table().versions();
    int version = access.written();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    if (access.operation() == Access.Operation.DELETE) {
      VersionWords.setLink(words, slab, at, access.seen(), true);
    } else {
      words.putRow(versions, version, slab, at, access);
    }
  }

  /** Makes the pending version of an access final. */
  public void commit(VersionAccess access, long stamp) {
    Records versions = access.table().versions();
    int version = access.written();
    VersionWords.setStamp(words, versions.slab(version), versions.at(version), stamp);
    if (access.seen() != NONE) {
      superseded.add(versions, access.seen(), stamp);
    }
    access.settled();
  }

  /** Takes back the new version of an access, if it has one. */
  public void abort(VersionAccess access) {
    int version = access.written();
    if (version == NONE) {
      return;
    }
    Records versions = access.table().versions();
    if (access.isInstalled()) {
      // The head is set before the stamp, because a reader that sees the aborted version reads the
      // head again.
      if (linksNewer) {
        access.setNewer(words, NONE);
      }
      RecordWords.setHead(words, access.slab(), access.at(), RecordWords.headOf(access.seen()));
      VersionWords.setStamp(
          words, versions.slab(version), versions.at(version), VersionWords.ABORTED);
      worker.retire(versions, version);
    } else {
      worker.allocator(versions).free(version);
    }
    access.settled();
  }

  /**
   * Implements {@link ConcurrencyControl#reclaim}.
   *
   * @return the stamp as of which the record is absent: the deletion's, or the last reader's; or
   *     {@link ConcurrencyControl#IN_USE} or {@link ConcurrencyControl#BUSY}
   */
  public long reclaim(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    long head = RecordWords.head(words, slab, at);
    if (RecordWords.isDead(head)) {
      return ConcurrencyControl.IN_USE;
    }
    int version = RecordWords.newest(head);
    if (version == NONE) {
      return RecordWords.changeHead(words, slab, at, head, RecordWords.dead(head))
          ? RecordWords.readStamp(words, slab, at)
          : ConcurrencyControl.BUSY;
    }
    Records versions = table.versions();
    long[] versionSlab = versions.slab(version);
    int versionAt = versions.at(version);
    long stamp = VersionWords.stamp(words, versionSlab, versionAt);
    if (stamp < 0) {
      return ConcurrencyControl.BUSY;
    }
    if (!VersionWords.isDeleted(words, versionSlab, versionAt)) {
      return ConcurrencyControl.IN_USE;
    }
    // An earlier transaction may still need the deleted version.
    if (stamp > horizon || !RecordWords.changeHead(words, slab, at, head, RecordWords.dead(head))) {
      return ConcurrencyControl.BUSY;
    }
    worker.retire(versions, version);
    // One that raises the read stamp later sees that the record is dead, and aborts.
    return versionWords >= VersionWords.WITH_READ
        ? Math.max(stamp, VersionWords.readStamp(words, versionSlab, versionAt))
        : stamp;
  }

  /**
   * Retires versions that no transaction can need, the oldest first.
   *
   * @param newHorizon a stamp that no running and no future transaction reads before
   */
  public void retire(long newHorizon) {
    horizon = newHorizon;
    superseded.retire(horizon, worker);
  }

  /** Returns whether all superseded versions are retired. */
  public boolean isTidy() {
    return superseded.size() == 0;
  }
}
