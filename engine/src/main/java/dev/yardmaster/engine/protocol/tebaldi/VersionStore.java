package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.SupersededVersions;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's reads and writes of versions under Tebaldi. A read as of a snapshot returns the
 * newest version that was committed at or before the snapshot's timestamp. Tests override the
 * package-private methods to plant bugs.
 */
class VersionStore {

  /** The version number of a row that was read before its writer committed. */
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final WorkerContext context;
  private final SharedWords words;
  private final SupersededVersions superseded = new SupersededVersions(null);
  private long horizon;

  VersionStore(WorkerContext context) {
    this.context = context;
    words = context.words();
  }

  /** Reads a record as of a snapshot. */
  final void readAsOf(TebaldiAccess access, long snapshot) {
    int version = newest(access, snapshot);
    while (version != TebaldiRecordWords.NONE && !isVisible(timestamp(access, version), snapshot)) {
      Records versions = access.table().versions();
      version = TebaldiVersionWords.older(words, versions.slab(version), versions.at(version));
    }
    // Even if the record was removed from its index, the result is correct: no snapshot needs a
    // version before the deletion.
    fill(access, version, Math.min(absentStamp(access), snapshot));
  }

  /**
   * Returns whether a snapshot may read a version with this timestamp, if no newer version is
   * visible to the snapshot.
   */
  boolean isVisible(long timestamp, long snapshot) {
    return timestamp <= snapshot;
  }

  /** Returns the newest committed version. A snapshot read begins its search at this version. */
  int newest(TebaldiAccess access, long snapshot) {
    int round = 0;
    while (true) {
      long head = TebaldiRecordWords.head(words, access.slab(), access.at());
      if (!TebaldiRecordWords.isLocked(head)) {
        return TebaldiRecordWords.newest(head);
      }
      context.pace().await(round++);
    }
  }

  /**
   * Reads the newest version of a record that the transaction has locked.
   *
   * @param inGroup whether to read an uncommitted version of the transaction's group, if there is
   *     one
   */
  final void readNewest(TebaldiAccess access, boolean inGroup) {
    int version =
        inGroup
            ? TebaldiRecordWords.uncommitted(words, access.slab(), access.at())
            : TebaldiRecordWords.NONE;
    long head = TebaldiRecordWords.head(words, access.slab(), access.at());
    requireAlive(head);
    if (version == TebaldiRecordWords.NONE) {
      version = TebaldiRecordWords.newest(head);
    } else if (timestamp(access, version) == 0) {
      access.uncommitted = version;
    }
    fill(access, version, absentStamp(access));
  }

  /** Throws a conflict if the record of an access was removed from its index. */
  final void requireAlive(TebaldiAccess access) {
    requireAlive(TebaldiRecordWords.head(words, access.slab(), access.at()));
  }

  private void requireAlive(long head) {
    if (TebaldiRecordWords.isDead(head)) {
      throw context.indexConflict();
    }
  }

  private long absentStamp(Access access) {
    return words.get(access.slab(), access.at() + TebaldiRecordWords.ABSENT);
  }

  private long timestamp(Access access, int version) {
    Records versions = access.table().versions();
    return TebaldiVersionWords.timestamp(words, versions.slab(version), versions.at(version));
  }

  private void fill(TebaldiAccess access, int version, long absentStamp) {
    if (version == TebaldiRecordWords.NONE) {
      access.found(false, absentStamp);
      return;
    }
    Records versions = access.table().versions();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    boolean present = !TebaldiVersionWords.isDeleted(words, slab, at);
    if (present) {
      words.copyRow(versions, version, slab, at, access);
    }
    access.found(
        present,
        access.uncommitted == TebaldiRecordWords.NONE
            ? TebaldiVersionWords.timestamp(words, slab, at)
            : UNKNOWN);
  }

  /**
   * Stores the final version of a row that was read before its writer had committed. The writer
   * must have committed before this call.
   */
  final void settle(TebaldiAccess access) {
    if (access.uncommitted != TebaldiRecordWords.NONE) {
      access.settleVersion(timestamp(access, access.uncommitted));
    }
  }

  /**
   * Exposes a write: other transactions of the group can read it, and the transaction can no longer
   * change the row.
   */
  final void expose(TebaldiAccess access) {
    int beneath = TebaldiRecordWords.uncommitted(words, access.slab(), access.at());
    if (beneath == TebaldiRecordWords.NONE) {
      beneath =
          TebaldiRecordWords.newest(TebaldiRecordWords.head(words, access.slab(), access.at()));
    }
    create(access, beneath, 0);
    TebaldiRecordWords.setUncommitted(words, access.slab(), access.at(), access.written);
    access.exposed = true;
    access.freeze();
  }

  private void create(TebaldiAccess access, int beneath, long timestamp) {
    Records versions = access.table().versions();
    int version = context.allocator(versions).allocate();
    long[] slab = versions.slab(version);
    int at = versions.at(version);
    boolean deleted = access.operation() == Access.Operation.DELETE;
    if (!deleted) {
      words.putRow(versions, version, slab, at, access);
    }
    words.changing(slab, at);
    TebaldiVersionWords.fill(slab, at, timestamp, beneath, deleted);
    access.written = version;
    access.older = beneath;
  }

  /** Removes an exposed write. No other transaction may use the write any more. */
  final void takeBack(TebaldiAccess access) {
    long[] slab = access.slab();
    int at = access.at();
    int beneath = access.older;
    boolean uncommitted = beneath != TebaldiRecordWords.NONE && timestamp(access, beneath) == 0;
    TebaldiRecordWords.setUncommitted(
        words, slab, at, uncommitted ? beneath : TebaldiRecordWords.NONE);
    // The writer of the next older version may have committed before the store above, and so could
    // not clear this word.
    if (uncommitted && timestamp(access, beneath) != 0) {
      TebaldiRecordWords.clearUncommitted(words, slab, at, beneath);
    }
    context.retire(access.table().versions(), access.written);
    access.written = TebaldiRecordWords.NONE;
    access.exposed = false;
  }

  /**
   * Sets the locked bit of a record, so that snapshot readers of the record wait until the
   * transaction has ended.
   */
  final void lock(TebaldiAccess access) {
    long head = TebaldiRecordWords.head(words, access.slab(), access.at());
    TebaldiRecordWords.setHead(words, access.slab(), access.at(), TebaldiRecordWords.locked(head));
    access.headLocked = true;
  }

  /** Undoes {@link #lock}. */
  final void unlock(TebaldiAccess access) {
    long head = TebaldiRecordWords.head(words, access.slab(), access.at());
    TebaldiRecordWords.setHead(
        words,
        access.slab(),
        access.at(),
        TebaldiRecordWords.headOf(TebaldiRecordWords.newest(head)));
    access.headLocked = false;
  }

  /** Installs a write and clears the locked bit of the record. */
  void install(TebaldiAccess access, long timestamp) {
    long[] slab = access.slab();
    int at = access.at();
    Records versions = access.table().versions();
    if (access.exposed) {
      int version = access.written;
      TebaldiVersionWords.commit(words, versions.slab(version), versions.at(version), timestamp);
    } else {
      create(
          access, TebaldiRecordWords.newest(TebaldiRecordWords.head(words, slab, at)), timestamp);
    }
    TebaldiRecordWords.setHead(words, slab, at, TebaldiRecordWords.headOf(access.written));
    if (access.exposed) {
      TebaldiRecordWords.clearUncommitted(words, slab, at, access.written);
    }
    if (access.older != TebaldiRecordWords.NONE) {
      superseded.add(versions, access.older, timestamp);
    }
    access.headLocked = false;
    access.exposed = false;
    access.written = TebaldiRecordWords.NONE;
  }

  /** Implements {@link ConcurrencyControl#reclaim} for a record that the worker has locked. */
  final long reclaim(Table table, int record) {
    long[] slab = table.records().slab(record);
    int at = table.records().at(record);
    long head = TebaldiRecordWords.head(words, slab, at);
    int version = TebaldiRecordWords.newest(head);
    if (TebaldiRecordWords.isDead(head)) {
      return ConcurrencyControl.IN_USE;
    }
    long absentAsOf = words.get(slab, at + TebaldiRecordWords.ABSENT);
    if (version != TebaldiRecordWords.NONE) {
      Records versions = table.versions();
      long[] versionSlab = versions.slab(version);
      int versionAt = versions.at(version);
      if (!TebaldiVersionWords.isDeleted(words, versionSlab, versionAt)) {
        return ConcurrencyControl.IN_USE;
      }
      absentAsOf = TebaldiVersionWords.timestamp(words, versionSlab, versionAt);
      if (absentAsOf > horizon) {
        return ConcurrencyControl.BUSY; // A snapshot may need an older version.
      }
      context.retire(versions, version);
    }
    TebaldiRecordWords.setHead(words, slab, at, TebaldiRecordWords.dead(head));
    return absentAsOf;
  }

  /**
   * Retires the versions that no snapshot can need.
   *
   * @param newHorizon a timestamp that is not above any running or future snapshot
   */
  final void retire(long newHorizon) {
    horizon = newHorizon;
    superseded.retire(horizon, context);
  }

  final int oldVersions() {
    return superseded.size();
  }

  final boolean isTidy() {
    return superseded.size() == 0;
  }
}
