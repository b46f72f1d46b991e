package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's state of mixed concurrency control. It executes each phase and each access under the
 * protocols of the mix, which are called the parts. A part joins an attempt at the first access to
 * one of its partitions; partition locking joins at the beginning of the attempt. Tests override
 * the package-private methods to plant bugs.
 */
class MixedControl implements ConcurrencyControl {

  private final Mixed mixed;
  private final WorkerContext context;
  private final MixedAccessSet accesses;
  private final ConcurrencyControl[] controls;
  private final ProtocolChooser chooser;

  /** A bit set of the parts under which transactions wait before the logic runs. */
  private final int early;

  private ProtocolTable table;
  private Attempt attempt;

  /** A bit set of the parts that have joined the current attempt. */
  private int begun;

  MixedControl(Mixed mixed, WorkerContext context) {
    this.mixed = mixed;
    this.context = context;
    chooser = mixed.chooser();
    accesses = (MixedAccessSet) context.accesses();
    controls = new ConcurrencyControl[mixed.parts().size()];
    int bits = 0;
    for (int i = 0; i < controls.length; i++) {
      controls[i] = mixed.control(i, context.part(accesses.list(i)), this);
      bits |= mixed.parts().get(i).mixing().waitsEarly() ? 1 << i : 0;
    }
    early = bits;
  }

  /** Returns whether a part protects a partition in the current attempt. */
  boolean isProtected(int partition, int part) {
    return table.isProtected(partition, part);
  }

  @Override
  public void begin(Attempt current) {
    attempt = current;
    begun = 0;
    enter();
    mixed.advance(context.epochs());
    table = lookUp();
    accesses.use(table);
    for (int i = 0; i < controls.length; i++) {
      if ((early & 1 << i) != 0 && table.uses(i)) {
        var unused = part(i);
      }
    }
  }

  private void enter() {
    for (int round = 0; !mixed.enter(context); round++) {
      mixed.advance(context.epochs());
      context.await(round, Cause.WRITE_WRITE);
    }
  }

  /** Returns the current table. */
  ProtocolTable lookUp() {
    return mixed.table();
  }

  private ConcurrencyControl part(int number) {
    if (!takesPart(number)) {
      begun |= 1 << number;
      controls[number].begin(attempt);
    }
    return controls[number];
  }

  private boolean takesPart(int number) {
    return (begun & 1 << number) != 0;
  }

  private ConcurrencyControl partOf(Access access) {
    return part(accesses.part(access));
  }

  /** Returns this worker's control for the part to which partitions switch. */
  private ConcurrencyControl newPart() {
    return part(table.to());
  }

  @Override
  public boolean isWounded() {
    for (int i = 0; i < controls.length; i++) {
      if (takesPart(i) && controls[i].isWounded()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void read(Access access) {
    partOf(access).read(access);
    Access shadow = accesses.shadow(access);
    if (shadow != null) {
      newPart().read(shadow);
      requireSameVersion(access, shadow);
    }
  }

  @Override
  public void update(Access access) {
    partOf(access).update(access);
    Access shadow = accesses.shadow(access);
    if (shadow != null) {
      newPart().update(shadow);
      requireSameVersion(access, shadow);
    }
  }

  @Override
  public void insert(Access access) {
    partOf(access).insert(access);
    Access shadow = accesses.shadow(access);
    if (shadow != null) {
      newPart().insert(shadow);
      requireSameVersion(access, shadow);
    }
  }

  @Override
  public void put(Access access) {
    partOf(access).put(access);
    Access shadow = accesses.shadow(access);
    if (shadow != null) {
      newPart().put(shadow);
    }
  }

  /**
   * Aborts the transaction if the record has changed between the access under the old part and the
   * access under the new part. In this interval, only the old part protected the record. So a
   * transaction that uses only the new part may have changed the record.
   */
  private void requireSameVersion(Access access, Access shadow) {
    if (access.isRead() && shadow.isRead() && access.version() != shadow.version()) {
      throw context.conflict();
    }
  }

  @Override
  public void created(Table of, int record, long key, byte[] rest) {
    int partition = mixed.partitioning().indexOf(of, key, rest);
    created(table.part(partition), of, record, key, rest);
    if (table.isMediated(partition)) {
      created(table.to(), of, record, key, rest);
    }
  }

  private void created(int part, Table of, int record, long key, byte[] rest) {
    if (controls[part].locksCreated()) { // Other parts must not begin under an index lock.
      part(part).created(of, record, key, rest);
    }
  }

  @Override
  public boolean lock() {
    if (table.isSwitching()) {
      int writes = accesses.gatherWrites();
      for (int i = 0; i < writes; i++) {
        Access access = accesses.write(i);
        Access shadow = accesses.shadow(access);
        if (shadow != null) {
          shadow.write(access.operation());
        }
      }
    }
    for (int i = 0; i < controls.length; i++) {
      if (takesPart(i) && !controls[i].lock()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long decide() {
    long version = 1;
    for (int i = 0; i < controls.length; i++) {
      if (takesPart(i)) {
        version = Math.max(version, controls[i].decide());
      }
    }
    return version;
  }

  /**
   * Validates the index reads, and then validates under all parts, in reverse order. In this order,
   * Silo is checked before a part under which the transaction can be wounded. The check of such a
   * part ends with a step after which the transaction cannot be wounded any more. After this step,
   * no other check may fail.
   */
  @Override
  public boolean check(long version) {
    if (!attempt.readsCommitted() && !context.indexIsUnchanged()) {
      return false;
    }
    for (int i = controls.length - 1; i >= 0; i--) {
      if (takesPart(i) && !controls[i].check(version)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void commit(long version) {
    int first = table.from();
    if (takesPart(first)) {
      controls[first].commit(version);
    }
    for (int i = 0; i < controls.length; i++) {
      if (i != first && takesPart(i)) {
        controls[i].commit(version);
      }
    }
    mixed.leave(context);
    mixed.counts().committed(context.worker(), accesses);
    if (chooser != null) {
      chooser.features().committed(context.worker(), accesses);
    }
  }

  @Override
  public void abort() {
    for (int i = controls.length - 1; i >= 0; i--) {
      if (takesPart(i)) {
        controls[i].abort();
      }
    }
    mixed.counts().aborted(context.worker(), accesses);
    mixed.leave(context);
  }

  /** Returns {@link #BUSY} and does not change the record while the record's partition switches. */
  @Override
  public long reclaim(Table of, int record, long key, byte[] rest) {
    if (!mixed.enter(context)) {
      return BUSY;
    }
    try {
      return reclaimInForce(of, record, key, rest);
    } finally {
      mixed.leave(context);
    }
  }

  private long reclaimInForce(Table of, int record, long key, byte[] rest) {
    ProtocolTable current = lookUp();
    int partition = mixed.partitioning().indexOf(of, key, rest);
    if (current.isMediated(partition)) {
      return BUSY;
    }
    table = current;
    return controls[current.part(partition)].reclaim(of, record, key, rest);
  }

  @Override
  public void maintain() {
    if (chooser != null) {
      chooser.advance(context.pace().nowNs());
    }
    mixed.advance(context.epochs());
    for (ConcurrencyControl control : controls) {
      control.maintain();
    }
  }

  @Override
  public int oldVersions() {
    int all = 0;
    for (ConcurrencyControl control : controls) {
      all += control.oldVersions();
    }
    return all;
  }

  @Override
  public boolean isTidy() {
    for (ConcurrencyControl control : controls) {
      if (!control.isTidy()) {
        return false;
      }
    }
    return mixed.isSettled();
  }
}
