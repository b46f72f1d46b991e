package dev.yardmaster.engine.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Observes the transactions of a protocol in a simulated run, to determine which aborts an older
 * transaction may have caused. A transaction counts as living from its first attempt to its commit.
 */
public final class ObservedAges {

  /** A living transaction. */
  private static final class Living {

    /** The number of attempts that were aborted by conflicts over records. */
    private int aborts;

    /** Whether an older transaction was living at some time during the current attempt. */
    private boolean metOlder;

    /** The number of records that the transaction has accessed or locked. */
    private int accesses;

    /**
     * The number of records that older transactions have accessed while this transaction was
     * living.
     */
    private int olderAccesses;
  }

  private final Map<Long, Living> living = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private final Protocol protocol;
  private final int unlocked;
  private int recordConflicts;

  /**
   * Observes a protocol.
   *
   * @param unlocked the number of first attempts that run without locks; younger transactions, too,
   *     may abort these attempts
   */
  public ObservedAges(Protocol observed, int unlocked) {
    protocol = new BrokenProtocol(observed, Observing::new);
    this.unlocked = unlocked;
  }

  /** Returns the protocol. */
  public Protocol protocol() {
    return protocol;
  }

  /** Returns the number of attempts that were aborted by conflicts over records. */
  public int recordConflicts() {
    return recordConflicts;
  }

  /** Returns a description of each violation of what the protocol promises about ages. */
  public List<String> violations() {
    return violations;
  }

  /** One worker's part of the observed protocol. */
  private final class Observing extends ForwardingControl {

    private long age = -1;
    private int restarts;
    private long indexConflicts;

    Observing(ConcurrencyControl real, WorkerContext worker) {
      super(real, worker);
    }

    @Override
    public void begin(Attempt attempt) {
      if (attempt.restarts() == 0) {
        Living begun = new Living();
        living.forEach(
            (other, each) -> {
              each.metOlder |= other > attempt.age();
              begun.olderAccesses += other < attempt.age() ? each.accesses : 0;
            });
        living.put(attempt.age(), begun);
      } else if (attempt.age() != age) {
        violations.add("a restart changed the age " + age + " to " + attempt.age());
      }
      age = attempt.age();
      restarts = attempt.restarts();
      Living own = living.computeIfAbsent(age, changed -> new Living());
      own.metOlder = living.keySet().iterator().next() < age;
      indexConflicts = worker.indexConflicts();
      real.begin(attempt);
    }

    private void accesses(int count) {
      living.get(age).accesses += count;
      living.forEach((other, each) -> each.olderAccesses += other > age ? count : 0);
    }

    @Override
    public void read(Access access) {
      accesses(1);
      real.read(access);
    }

    @Override
    public void update(Access access) {
      accesses(1);
      real.update(access);
    }

    @Override
    public void insert(Access access) {
      accesses(1);
      real.insert(access);
    }

    @Override
    public void put(Access access) {
      accesses(1);
      real.put(access);
    }

    @Override
    public boolean lock() {
      accesses(worker.accesses().gatherWrites());
      return real.lock();
    }

    @Override
    public void commit(long version) {
      real.commit(version);
      living.remove(age);
    }

    @Override
    public void abort() {
      boolean isAbandoned = !worker.hasConflict() && !real.isWounded();
      real.abort();
      if (isAbandoned || restarts < unlocked || worker.indexConflicts() > indexConflicts) {
        return;
      }
      recordConflicts++;
      Living own = living.get(age);
      own.aborts++;
      if (!own.metOlder) {
        violations.add("the oldest transaction was aborted: age=" + age);
      }
      if (own.aborts > own.olderAccesses) {
        violations.add(own.aborts + " aborts after " + own.olderAccesses + " older accesses");
      }
    }
  }
}
