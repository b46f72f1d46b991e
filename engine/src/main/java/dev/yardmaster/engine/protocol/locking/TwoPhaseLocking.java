package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.Mixing.Phase;
import dev.yardmaster.engine.protocol.Mixing.Wait;
import dev.yardmaster.engine.protocol.RecordHeader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;

/**
 * Two-phase locking: every record is locked before it is read or written, and all locks are held
 * until the end of the transaction. Only {@code READ_COMMITTED} logic releases a read lock after
 * the read. Missing keys and ranges have no record to lock. Instead, before the commit and while it
 * holds all locks, the transaction checks that the index nodes still have the observed versions.
 * The keys are then still missing.
 */
public final class TwoPhaseLocking extends HeaderProtocol {

  private final LockPolicy policy;
  private final int firstWord;
  private final int workers;
  private final TransactionStates states;

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine. Every record needs two words, and
   *     one more word for each 64 workers
   */
  public TwoPhaseLocking(LockPolicy policy, int workers) {
    this(policy, RecordHeader.WORDS, workers, new TransactionStates(workers));
  }

  /**
   * Creates a protocol for a mix, in which several protocols share the records.
   *
   * @param firstWord the position of the lock among the words in front of a record, 1 or more
   */
  public TwoPhaseLocking(LockPolicy policy, int firstWord, int workers) {
    this(policy, firstWord, workers, new TransactionStates(workers));
  }

  /** Creates a protocol with the given transaction states. A test may pass a subclass. */
  TwoPhaseLocking(LockPolicy policy, int workers, TransactionStates states) {
    this(policy, RecordHeader.WORDS, workers, states);
  }

  private TwoPhaseLocking(LockPolicy policy, int firstWord, int workers, TransactionStates states) {
    super(workers);
    this.policy = policy;
    this.firstWord = firstWord;
    this.workers = workers;
    this.states = states;
  }

  @Override
  public String name() {
    return policy.title();
  }

  @Override
  public boolean usesAges() {
    return policy != LockPolicy.NO_WAIT;
  }

  @Override
  public boolean locksReads() {
    return true;
  }

  @Override
  public boolean canSuspend() {
    return policy == LockPolicy.WOUND_WAIT; // The other policies abort requesting transactions.
  }

  /**
   * Under no-wait, transactions do not wait for locks. But a transaction restarts repeatedly until
   * the conflicting transaction has ended, and this counts as a wait.
   */
  @Override
  public Mixing mixing() {
    return Mixing.possible(new Wait(Phase.EXECUTION, Phase.EXECUTION));
  }

  @Override
  public int recordWords() {
    return firstWord + RecordLock.words(workers);
  }

  @Override
  public Access newAccess() {
    return new LockAccess();
  }

  @Override
  public ConcurrencyControl control(WorkerContext worker) {
    return new LockingControl(
        policy, new RecordLock(firstWord, workers, worker.words()), states, worker);
  }
}
