package dev.yardmaster.engine.service.session;

import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.conflicts.ConflictCounter;
import dev.yardmaster.engine.service.worker.OutcomeCounts;
import dev.yardmaster.engine.service.worker.ServiceWorkerPool;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.SteppedSessions;
import dev.yardmaster.service.TransactionLimits;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * The interactive transactions of an engine: the permits that limit their number, the workers that
 * run their steps, and their counts. Any thread may call the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class InteractiveSessions {

  private final boolean canSuspend;
  private final InteractivePermits permits;
  private final ServiceWorkerPool workers;
  private final OutcomeCounts counts = new OutcomeCounts();
  private final EngineSession.Context context;
  private final SteppedSessions stepped;

  /**
   * Creates the object, without transactions.
   *
   * @param canSuspend whether the protocol can suspend transactions. If so, a transaction keeps its
   *     worker and its locks between two steps
   * @param workers the service workers for the steps
   * @param conflicts counts the conflicts of the transactions
   * @param stepThreads creates the threads that run the steps of remote logic
   */
  public InteractiveSessions(
      EngineConfig config,
      boolean canSuspend,
      ServiceWorkerPool workers,
      ConflictCounter conflicts,
      Acknowledger acknowledger,
      TransactionLimits limits,
      Closing closing,
      LongSupplier clockNs,
      ThreadFactory stepThreads) {
    this.canSuspend = canSuspend;
    this.workers = workers;
    permits = new InteractivePermits(config.interactive(), clockNs, closing);
    context =
        new EngineSession.Context(
            limits,
            closing,
            permits,
            workers,
            acknowledger,
            clockNs,
            counts,
            conflicts,
            config.stepTimeoutNs());
    stepped = new SteppedSessions(config.interactive(), limits, clockNs, stepThreads);
  }

  /**
   * Creates a session for an interactive transaction on the caller's thread. The transaction begins
   * at the time of the call.
   */
  public InteractiveSession session(TransactionOptions options, KeptOutcome kept) {
    return canSuspend
        ? new LockingSession(options, kept, context)
        : new ValidatingSession(options, kept, context);
  }

  /** Opens a transaction whose logic is remote; see {@link SteppedSessions#open}. */
  public OpenTransaction open(
      TransactionOptions options, KeptOutcome kept, OpenTransaction.Listener listener) {
    return stepped.open(options, kept, session(options, kept), listener);
  }

  /** Returns the number of open transactions. */
  public int open() {
    return permits.taken();
  }

  /** Returns the approximate number of transactions that wait until they may open. */
  public int waiting() {
    return permits.waiting() + stepped.waiting();
  }

  /** Returns the number of remote transactions that were refused because too many were waiting. */
  public long refused() {
    return stepped.refused();
  }

  /** Returns the counts of the transactions' outcomes. */
  public OutcomeCounts counts() {
    return counts;
  }

  /** Returns whether no transaction is open. */
  public boolean isEmpty() {
    return permits.areFree();
  }

  /** Ends the remote transactions that are idle, and refuses further remote transactions. */
  public void end(YardmasterException why) {
    stepped.end(why);
  }

  /** Returns whether no step is running, and no remote transaction is open. */
  public boolean isEnded() {
    return stepped.areEnded() && workers.areIdle();
  }
}
