package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Mixing.Phase;
import dev.yardmaster.engine.protocol.Mixing.Wait;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;

/**
 * Pessimistic locking and optimistic reading (Plor). Tail latencies are low, because a restarted
 * transaction keeps its age, and the older transaction wins a conflict. Throughput is close to that
 * of optimistic protocols, because readers do not wait while a writer's logic runs.
 */
public class Plor extends HeaderProtocol {

  private final String name;
  private final PlorSettings settings;
  private final int workers;
  private final TransactionStates states;

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine. Every record needs two bits for
   *     each worker
   */
  public Plor(String name, PlorSettings settings, int workers) {
    super(workers);
    this.name = name;
    this.settings = settings;
    this.workers = workers;
    states = new TransactionStates(workers);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean usesAges() {
    return true;
  }

  @Override
  public final boolean usesDeadlines() {
    return settings.deadlines();
  }

  @Override
  public final boolean locksReads() {
    return !settings.optimisticFirst();
  }

  @Override
  public final boolean canSuspend() {
    return true;
  }

  @Override
  public final int recordWords() {
    return behindLock(settings, workers) + (settings.optimisticFirst() ? 1 : 0);
  }

  /**
   * Returns the position of the first word after a record's lock. If the protocol uses
   * temperatures, this word is the record's temperature.
   */
  static int behindLock(PlorSettings settings, int workers) {
    return settings.firstWord()
        + (settings.latchFree() ? PlorLock.words(workers) : LatchedPlorLock.words(workers));
  }

  /**
   * In the lock phase, a transaction waits for readers that have set their bits in the execution
   * phase. Such a reader is older, or is younger and was wounded.
   */
  @Override
  public final Mixing mixing() {
    return Mixing.possible(
        new Wait(Phase.EXECUTION, Phase.EXECUTION),
        new Wait(Phase.EXECUTION, Phase.LOCK),
        new Wait(Phase.LOCK, Phase.EXECUTION),
        new Wait(Phase.LOCK, Phase.LOCK));
  }

  @Override
  public final Access newAccess() {
    return new PlorAccess();
  }

  @Override
  public final ConcurrencyControl control(WorkerContext worker) {
    return control(settings, workers, states, worker);
  }

  /** Creates one worker's part of the protocol. Tests override this method to plant bugs. */
  PlorControl control(
      PlorSettings itsSettings, int maxWorkers, TransactionStates shared, WorkerContext worker) {
    return new PlorControl(itsSettings, maxWorkers, shared, worker);
  }
}
