package dev.yardmaster.engine.protocol.silo;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Mixing.Phase;
import dev.yardmaster.engine.protocol.Mixing.Wait;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/**
 * Silo's optimistic concurrency control: Tu, Zheng, Kohler, Liskov and Madden, <i>Speedy
 * Transactions in Multicore In-Memory Databases</i>, SOSP 2013, section 4.
 *
 * <p>Reads acquire no locks and write nothing. A commit locks the records that it writes, checks
 * that the records that it has read are unchanged, and installs the writes. Each worker chooses the
 * versions of its commits without a shared counter: the version of a commit is above all versions
 * that the transaction has seen. Versions contain no epoch, because a single redo log defines the
 * order of the commits.
 */
public final class Silo extends HeaderProtocol {

  /** Creates a protocol for one engine. */
  public Silo() {
    super(WorkerContext.MAX_WORKERS);
  }

  @Override
  public String name() {
    return "silo";
  }

  /**
   * A transaction waits only for locks, and a lock's holder is in its lock phase or later. This is
   * also true for a waiting reader.
   */
  @Override
  public Mixing mixing() {
    return Mixing.possible(new Wait(Phase.EXECUTION, Phase.LOCK), new Wait(Phase.LOCK, Phase.LOCK))
        .lockingHeaders();
  }

  @Override
  public Access newAccess() {
    return new OptimisticAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new SiloControl(worker);
  }
}
