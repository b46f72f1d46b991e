package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.SupersededVersions;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.VarHandle;

/** Reads and writes versions for one worker. Only the worker's thread calls the methods. */
public final class Versions {

  /** The result of {@link #find} if the record had no version as of the stamp. */
  public static final long BEFORE_FIRST = -2;

  /** The result of {@link #find} if the record was removed from its index. */
  public static final long REMOVED = -3;

  /** The value of a version number if there is no version. */
  static final int NONE = -1;

  private final WorkerContext worker;
  private final SharedWords words;
  private final Pace pace;
  private final PendingWriters pending;
  private final VersionNeeds needs;
  private final boolean keepsSuccessors;
  private final boolean keepsReads;
  private final SupersededVersions superseded = new SupersededVersions(this::isUnlinked);
  private boolean present;
  private boolean initial;
  private long horizon;

  /**
   * Creates the object of a worker.
   *
   * @param pending determines how a reader treats the lock of a writer that has not ended
   * @param needs determines which old versions the running transactions need; null if only the
   *     horizon of {@link #retire} determines this
   * @param recordWords the number of words in front of each record
   */
  public Versions(
      WorkerContext worker, PendingWriters pending, VersionNeeds needs, int recordWords) {
    this.worker = worker;
    this.pending = pending;
    this.needs = needs;
    keepsReads = recordWords >= RecordWords.WITH_READ;
    keepsSuccessors = recordWords >= RecordWords.WITH_SUCCESSOR;
    words = worker.words();
    pace = worker.pace();
  }

  /** Implements {@link Protocol#load}. */
  public static void load(Table table, int record, Row row, WorkerContext worker) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    records.putRow(record, slab, at, row);
    SharedWords words = worker.words();
    RecordWords.setLink(words, slab, at, VersionWords.linkTo(NONE, false));
    RecordWords.setStamp(words, slab, at, Protocol.LOADED_VERSION);
  }

  /**
   * Reads a record as of a stamp, and fills the access.
   *
   * @throws dev.yardmaster.engine.protocol.Conflict if the record was removed from its index
   */
  public void read(VersionAccess access, long asOf) {
    long stamp = find(access.table(), access.record(), asOf, access);
    if (stamp == REMOVED) {
      throw worker.conflict();
    }
    access.saw(stamp, initial);
    access.found(present, versionOf(stamp, asOf));
  }

  /**
   * Reads a record as of a stamp, without an access.
   *
   * @return the version of the row, below 0 if the record is absent, as {@link Access#version}
   *     defines versions
   */
  public long readRow(Table table, int record, long asOf, Row into) {
    long stamp = find(table, record, asOf, into);
    long version = versionOf(stamp, asOf);
    return present ? version : -version;
  }

  /**
   * Returns the version for {@link Access#version}: the stamp of the record's version, but at most
   * {@code asOf}. If the record has no version, returns {@code asOf}.
   */
  private static long versionOf(long stamp, long asOf) {
    // A record was removed only if it was already absent for every running transaction. So if the
    // record has no version yet, or was removed, the key is absent as of asOf, even if the record
    // was created after this transaction began.
    return stamp < 0 ? asOf : Math.min(stamp, asOf);
  }

  /**
   * Prepares a blind write: stores in the access the version that is visible as of the stamp, as
   * the version that the write will replace. Returns false if the record was removed from its
   * index.
   */
  public boolean see(VersionAccess access, long asOf) {
    long stamp = find(access.table(), access.record(), asOf, null);
    access.saw(stamp, initial);
    return access.seen() != REMOVED;
  }

  /**
   * Returns whether the version that an access has read is still the visible version as of the
   * stamp.
   */
  public boolean isVisible(VersionAccess access, long asOf) {
    long stamp = find(access.table(), access.record(), asOf, null);
    return stamp == access.seen() || (stamp == BEFORE_FIRST && access.isInitial());
  }

  /**
   * Finds the newest version that is not later than a stamp. Stores whether the record is {@link
   * #present} in this version, and whether the version is the absence before the record's first
   * version ({@link #initial}). If the version depends on a writer that has not ended, the method
   * waits.
   *
   * @param into receives the row; null if it is not needed
   * @return the stamp of the version; {@link #BEFORE_FIRST} if there is no such version; {@link
   *     #REMOVED} if the record was removed from its index. If the version is the absence before
   *     the first version, its stamp may be above {@code asOf}
   */
  private long find(Table table, int record, long asOf, Row into) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    for (int round = 0; ; round++) {
      long lock = RecordWords.lock(words, slab, at);
      if (lock == RecordWords.DEAD) {
        present = false;
        return REMOVED;
      }
      if (lock < 0 && !pending.isLater(lock, asOf, round)) {
        continue;
      }
      long stamp = RecordWords.stamp(words, slab, at);
      if (stamp == RecordWords.MOVING) {
        pace.await(round);
        continue;
      }
      long link = RecordWords.link(words, slab, at);
      initial = VersionWords.isInitial(link);
      boolean isVisible = stamp <= asOf || initial;
      present = isVisible && !VersionWords.isDeleted(link);
      if (present && into != null) {
        words.copyRow(records, record, slab, at, into);
      }
      VarHandle.acquireFence();
      if (RecordWords.stamp(words, slab, at) == stamp) {
        return isVisible ? stamp : findOld(table, VersionWords.older(link), asOf, into);
      }
    }
  }

  private long findOld(Table table, int newest, long asOf, Row into) {
    Records versions = table.versions();
    for (int version = newest; version != NONE; ) {
      long[] slab = versions.slab(version);
      int at = versions.at(version);
      long stamp = VersionWords.stamp(words, slab, at);
      long link = VersionWords.link(words, slab, at);
      if (stamp <= asOf) {
        present = !VersionWords.isDeleted(link);
        if (present && into != null) {
          words.copyRow(versions, version, slab, at, into);
        }
        return stamp;
      }
      version = VersionWords.older(link);
    }
    present = false;
    return BEFORE_FIRST;
  }

  /**
   * Returns whether the version that an access has read is the newest version, and no transaction
   * is replacing it.
   */
  public boolean isNewest(VersionAccess access) {
    return RecordWords.lock(words, access.slab(), access.at()) == 0
        && RecordWords.stamp(words, access.slab(), access.at()) == access.seen();
  }

  /**
   * Locks a record for a new version, if the version that the access has read is the newest
   * version.
   *
   * @param lock the lock word that other transactions will find, below 0
   * @return false if the record was already locked, or if the version is not the newest version;
   *     the transaction must then abort
   */
  public boolean lock(VersionAccess access, long lock) {
    access.locked(RecordWords.tryLock(words, access.slab(), access.at(), lock));
    return access.isLocked()
        && RecordWords.stamp(words, access.slab(), access.at()) == access.seen();
  }

  /**
   * Reserves a slot for the newest version of a record that the access has locked, because the
   * installation will replace this version. Without the reservation, the installation could fail
   * because no slot is free. Normally this method also copies the version into the slot now,
   * because the installation delays readers and should be short. But while many versions wait to be
   * retired because of a long reader, the installation decides whether any transaction needs the
   * copy, and copies the version only if so.
   */
  public void keepOld(VersionAccess access) {
    long link = RecordWords.link(words, access.slab(), access.at());
    if (VersionWords.isInitial(link)) {
      return; // The absence before the first version is not kept.
    }
    boolean prunes = needs != null && needs.prunes(superseded.size());
    access.keeps(worker.allocator(access.table().versions()).allocate(), !prunes);
    if (!prunes) {
      copyOld(access, RecordWords.stamp(words, access.slab(), access.at()), link);
    }
  }

  /**
   * Returns the newest old version of a record that a running transaction can need; {@link #NONE}
   * if there is none. Newer old versions can be unlinked. So the chain of a record that is written
   * often does not grow, even while a long transaction prevents versions from being retired.
   *
   * @param newest the newest old version
   * @param replacedAt the stamp of the version that has replaced {@code newest}
   */
  private int firstNeeded(Records versions, int newest, long replacedAt) {
    int version = newest;
    long replaced = replacedAt;
    // A version that is kept at this moment stays readable until the worker leaves its epoch.
    while (version != NONE && needs.isKept(replaced)) {
      long[] slab = versions.slab(version);
      int at = versions.at(version);
      long itsStamp = VersionWords.stamp(words, slab, at);
      if (needs.isNeeded(itsStamp, replaced)) {
        break;
      }
      version = VersionWords.older(VersionWords.link(words, slab, at));
      replaced = itsStamp;
    }
    return version;
  }

  /** Copies the newest version of a record into the slot that was reserved for it. */
  private void copyOld(VersionAccess access, long stamp, long link) {
    long[] slab = access.slab();
    int at = access.at();
    Records versions = access.table().versions();
    int version = access.kept();
    long[] versionSlab = versions.slab(version);
    int versionAt = versions.at(version);
    words.changing(versionSlab, versionAt);
    VersionWords.fill(versionSlab, versionAt, stamp, link);
    if (keepsSuccessors) {
      VersionWords.fillSuccessor(versionSlab, versionAt, RecordWords.successor(words, slab, at));
    }
    if (!VersionWords.isDeleted(link)) {
      words.copyRow(access.table().records(), access.record(), versions, version);
    }
  }

  /**
   * Marks the versions between {@code from} inclusive and {@code to} exclusive as unlinked, because
   * no newer version links to them any more.
   */
  private void unlink(Records versions, int from, int to) {
    for (int version = from; version != to; ) {
      long[] slab = versions.slab(version);
      int at = versions.at(version);
      VersionWords.setUnlinked(words, slab, at);
      version = VersionWords.older(VersionWords.link(words, slab, at));
    }
  }

  private boolean isUnlinked(Records versions, int version) {
    return VersionWords.isUnlinked(
        VersionWords.link(words, versions.slab(version), versions.at(version)));
  }

  /** Undoes {@link #lock} and {@link #keepOld}, if they were called. */
  public void unlock(VersionAccess access) {
    if (access.kept() != NONE) {
      worker.allocator(access.table().versions()).free(access.kept());
      access.keeps(NONE, false);
    }
    if (access.isLocked()) {
      RecordWords.unlock(words, access.slab(), access.at());
      access.locked(false);
    }
  }

  /**
   * Replaces the newest version of a record by the row of the access, and unlocks the record. If
   * the access is a deletion, the new version is an absence. The old version goes into the slot
   * that {@link #keepOld} has reserved, unless no transaction can need it.
   *
   * @param stamp the commit stamp; every transaction that begins now reads as of this stamp or a
   *     later stamp
   * @param successor the successor stamp of the writer; ignored if the protocol keeps none
   */
  public void install(VersionAccess access, long stamp, long successor) {
    Records records = access.table().records();
    Records versions = access.table().versions();
    long[] slab = access.slab();
    int at = access.at();
    boolean deleted = access.operation() == Access.Operation.DELETE;
    long oldLink = RecordWords.link(words, slab, at);
    int newestOld = VersionWords.older(oldLink);
    int older = newestOld;
    if (access.kept() != NONE && !access.isCopied()) {
      long oldStamp = RecordWords.stamp(words, slab, at);
      older = firstNeeded(versions, newestOld, oldStamp);
      if (needs.isNeeded(oldStamp, stamp)) {
        copyOld(access, oldStamp, VersionWords.withOlder(oldLink, older));
      } else {
        worker.allocator(versions).free(access.kept());
        access.keeps(NONE, false);
      }
    }
    int next = access.kept() == NONE ? older : access.kept();
    RecordWords.setStamp(words, slab, at, RecordWords.MOVING);
    VarHandle.fullFence(); // No reader may see the new row with the old stamp.
    RecordWords.setLink(words, slab, at, VersionWords.linkTo(next, deleted));
    if (deleted) {
      records.clearValue(access.record());
    } else {
      words.putRow(records, access.record(), slab, at, access);
    }
    if (keepsSuccessors) {
      RecordWords.setSuccessor(words, slab, at, successor);
    }
    RecordWords.setStamp(words, slab, at, stamp);
    if (older != newestOld) {
      unlink(versions, newestOld, older);
    }
    if (access.kept() != NONE) {
      superseded.add(versions, access.kept(), stamp);
      access.keeps(NONE, false);
    }
    unlock(access);
  }

  /** Returns whether the record of an access was removed from its index. */
  public boolean isRemoved(VersionAccess access) {
    return RecordWords.lock(words, access.slab(), access.at()) == RecordWords.DEAD;
  }

  /** Raises the read stamp of a record, if the read stamp is lower. */
  public void raiseRead(Records records, int record, long stamp) {
    RecordWords.raiseRead(words, records.slab(record), records.at(record), stamp);
  }

  /**
   * Returns whether the version of a record that is visible as of a stamp is the newest version,
   * and no transaction is replacing it. If this version is the absence before the first version,
   * the method may return false although no transaction has replaced it.
   */
  public boolean isNewest(Records records, int record, long asOf) {
    long[] slab = records.slab(record);
    int at = records.at(record);
    if (RecordWords.lock(words, slab, at) != 0) {
      return false;
    }
    long stamp = RecordWords.stamp(words, slab, at);
    return stamp <= asOf && stamp != RecordWords.MOVING;
  }

  /**
   * Implements {@link ConcurrencyControl#reclaim}.
   *
   * @return the stamp of the record's absence: the stamp of the deletion, or the read stamp if it
   *     is higher; or {@link ConcurrencyControl#IN_USE} or {@link ConcurrencyControl#BUSY}
   */
  public long reclaim(Table table, int record) {
    Records records = table.records();
    long[] slab = records.slab(record);
    int at = records.at(record);
    if (!RecordWords.tryLock(words, slab, at, RecordWords.RECLAIMING)) {
      return RecordWords.lock(words, slab, at) == RecordWords.DEAD
          ? ConcurrencyControl.IN_USE
          : ConcurrencyControl.BUSY;
    }
    long link = RecordWords.link(words, slab, at);
    long stamp = RecordWords.stamp(words, slab, at);
    if (!VersionWords.isDeleted(link)) {
      RecordWords.unlock(words, slab, at);
      return ConcurrencyControl.IN_USE;
    }
    if (stamp > horizon && !VersionWords.isInitial(link)) {
      RecordWords.unlock(words, slab, at);
      return ConcurrencyControl.BUSY; // An earlier transaction may still need the deleted version.
    }
    RecordWords.setDead(words, slab, at);
    // A transaction that raises the read stamp after this read sees that the record is dead, and
    // aborts.
    return keepsReads ? Math.max(stamp, RecordWords.readStamp(words, slab, at)) : stamp;
  }

  /**
   * Retires versions that no transaction can need.
   *
   * @param newHorizon a stamp below which no running or future transaction reads
   */
  public void retire(long newHorizon) {
    horizon = newHorizon;
    superseded.retire(horizon, worker);
  }

  /** Returns the number of superseded versions that are not retired. */
  public int oldVersions() {
    return superseded.size();
  }

  /** Returns whether all superseded versions are retired. */
  public boolean isTidy() {
    return superseded.size() == 0;
  }
}
