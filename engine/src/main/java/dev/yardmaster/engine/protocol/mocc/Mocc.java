package dev.yardmaster.engine.protocol.mocc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.HeaderProtocol;
import dev.yardmaster.engine.protocol.Mixing;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.WorkerBits;

/**
 * Mostly-optimistic concurrency control: Wang and Kimura, <i>Mostly-Optimistic Concurrency Control
 * for Highly Contended Dynamic Workloads on a Thousand Cores</i>, VLDB 2017.
 *
 * <p>A record becomes hot if the validation of reads of this record fails often. A transaction
 * locks a hot record at the access, and aborts if another transaction holds a conflicting lock on
 * the record. All other records are accessed as under Silo. This class does not remember the locks
 * of an aborted attempt (the paper's retrospective lock list), because the logic may access other
 * records when it runs again. In the Plor paper's comparison, MOCC has no such list either (section
 * 6.1).
 */
public class Mocc extends HeaderProtocol {

  /**
   * The temperature from which a record is hot. A record reaches this temperature after about 60
   * failed validations within a second.
   */
  private static final int HOT = 6;

  private final int workers;
  private final int hot;

  /**
   * Creates a protocol for one engine.
   *
   * @param workers the maximum number of workers of the engine
   */
  public Mocc(int workers) {
    this(workers, HOT);
  }

  /**
   * Creates a protocol for one engine.
   *
   * @param hot the temperature from which a record is locked at the access, 0 to 20; with 0, every
   *     record is locked
   */
  Mocc(int workers, int hot) {
    super(workers);
    this.workers = workers;
    this.hot = hot;
  }

  @Override
  public final String name() {
    return "mocc";
  }

  @Override
  public Mixing mixing() {
    return Mixing.impossible("its read locks are held while it waits for write locks");
  }

  @Override
  public final int recordWords() {
    return MoccControl.READERS + WorkerBits.words(workers);
  }

  @Override
  public final Access newAccess() {
    return new MoccAccess();
  }

  @Override
  public final ConcurrencyControl control(WorkerContext worker) {
    return control(worker, workers, hot);
  }

  /** Returns a worker's part of the protocol. Tests override this method to plant bugs. */
  MoccControl control(WorkerContext worker, int itsWorkers, int itsHot) {
    return new MoccControl(worker, itsWorkers, itsHot);
  }
}
