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

/** One worker's reads and writes of versions. Only the worker's thread calls the methods. */
public final class Versions {

  /** The stamp that is returned if the record had no version yet. */
  public static final long BEFORE_FIRST = -2;

  /** The stamp that is returned if the record was removed from its index. */
  public static final long REMOVED = -3;

  /** The number that stands for no version. */
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
   * Creates one worker's view of the versions.
   *
   * @param pending how the protocol treats the locks of writers that have not ended
   * @param needs tells which old versions the running transactions need; null if only the horizon
   *     of {@link #retire} determines this
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
   * Returns the stamp of a record's version, but at most {@code asOf}; {@code asOf} if the record
   * has no version.
   */
  private static long versionOf(long stamp, long asOf) {
    // All removed versions of the key are older than every running transaction. So a record that
    // has no version yet is absent for this transaction, even if it was created later; the same
    // holds for a record that was removed.
    return stamp < 0 ? asOf : Math.min(stamp, asOf);
  }

  /**
   * Makes the version that is visible now the one that an access without a read replaces. Returns
   * false if the record was removed from its index.
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
   * version ({@link #initial}). As long as the protocol cannot tell which version this is, the
   * method waits.
   *
   * @param into receives the row; null if it is not needed
   * @return the stamp of the version; the stamp of the absence before the first version may be
   *     above {@code asOf}; {@link #BEFORE_FIRST} if there is no such version; {@link #REMOVED} if
   *     the record was removed from its index
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
   * Returns whether the version that an access has read is the newest, and no transaction is
   * replacing it.
   */
  public boolean isNewest(VersionAccess access) {
    return RecordWords.lock(words, access.slab(), access.at()) == 0
        && RecordWords.stamp(words, access.slab(), access.at()) == access.seen();
  }

  /**
   * Locks a record in order to write a new version, if the version that the access has read is the
   * newest one.
   *
   * @param lock the lock word that other transactions then find, below 0
   * @return false if the lock failed or the version is not the newest, so that the transaction must
   *     abort
   */
  public boolean lock(VersionAccess access, long lock) {
    access.locked(RecordWords.tryLock(words, access.slab(), access.at(), lock));
    return access.isLocked()
        && RecordWords.stamp(words, access.slab(), access.at()) == access.seen();
  }

  /**
   * Reserves a slot for the newest version of a record that the access has locked, because the
   * version will be an old one after the installation. If the slot were not reserved now, the
   * installation could fail because no slot is free. While a long reader runs, the slot stays empty
   * until the installation, which may find that no transaction needs the copy. Otherwise this
   * method also copies the version now, because an installation delays readers, so it should be
   * short.
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
   * if there is none. So even while a long transaction prevents the retiring of versions, the chain
   * of a record that is written often does not grow.
   *
   * @param newest the newest old version
   * @param replacedAt the stamp of the version that replaced it
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
   * Replaces the newest version of a record by the row of the access, or by an absence if the
   * access is a deletion, and unlocks the record. The old version goes into the slot that {@link
   * #keepOld} has reserved, unless no transaction can need it.
   *
   * @param stamp the commit stamp; every transaction that begins now reads as of this stamp or a
   *     later one
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
   * Returns whether the version of a record that is visible as of a stamp is the newest, and no
   * transaction is replacing it. If the record is absent in this version, the method may return
   * false although nothing has replaced it.
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
   * @return the stamp of the record's absence: that of the deletion, or that of the last reader if
   *     it is higher; or {@link ConcurrencyControl#IN_USE} or {@link ConcurrencyControl#BUSY}
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
    // A transaction that raises the read stamp later sees that the record is dead, and aborts.
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
