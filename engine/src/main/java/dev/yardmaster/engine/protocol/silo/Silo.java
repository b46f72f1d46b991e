package dev.yardmaster.engine.protocol.silo;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;

/**
 * Silo's optimistic concurrency control: Tu, Zheng, Kohler, Liskov and Madden, <i>Speedy
 * Transactions in Multicore In-Memory Databases</i>, SOSP 2013, section 4.
 *
 * <p>Reads take no locks and write nothing; a commit locks what it writes, checks that all that it
 * read is as it was, and installs. Versions are drawn by each worker for itself, above all that the
 * transaction saw. Epochs are not part of them: the redo log is one, so its order needs none.
 */
public final class Silo extends HeaderProtocol {

  /** A new protocol for one engine. */
  public Silo() {
    super(WorkerContext.MAX_WORKERS);
  }

  @Override
  public String name() {
    return "silo";
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
