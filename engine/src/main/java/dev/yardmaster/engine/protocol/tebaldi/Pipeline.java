package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * One worker's part of the leaf layer: the pipeline of a group (SOSP 2015, section 4). The methods
 * without a modifier are steps in which tests plant bugs.
 *
 * <p>In a step, a transaction has each record that it accesses to itself. At the end of the step it
 * exposes its writes, and lets other transactions of the group access the records. A transaction
 * that accesses such a record then follows the earlier one: it enters a step when the earlier one
 * has left that step, and it commits after the earlier one. If the earlier one aborts, a
 * transaction that has accessed a record that the earlier one wrote aborts, too.
 *
 * <p>A transaction that has ended its last step no longer holds back its followers, although it may
 * wait for its own predecessors. So its followers then follow these predecessors, too.
 *
 * <p>No transaction waits in a circle. Of two transactions of which one follows the other, directly
 * or not, the earlier one leaves each step first, so nothing follows itself. And a transaction that
 * waits for a record in a step has only records of the step that are before it in a fixed order.
 */
class Pipeline {

  private static final long NONE = -1;

  private final WorkerContext context;
  private final SharedWords words;
  private final PipelineStates states;
  private final VersionStore versions;
  private final int worker;

  private TransactionGroup group = TransactionGroup.NONE;
  private long number;
  private int step;

  /** The records that the transaction has to itself. */
  private TebaldiAccess[] inStep = new TebaldiAccess[16];

  private int inStepCount;

  /** The last of these records in their order; null if there is none. */
  private TebaldiAccess highest;

  /** The workers of the predecessors. */
  private final int[] predecessors;

  private int count;

  /** The number of the predecessor of each worker, or {@link #NONE}. */
  private final long[] numbers;

  /** Whether the transaction aborts if the predecessor of a worker does. */
  private final boolean[] wrote;

  /** Whether the transaction also follows the predecessors of a worker's predecessor. */
  private final boolean[] inherited;

  private final long[] list;

  Pipeline(WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
    this.context = context;
    this.states = states;
    this.versions = versions;
    words = context.words();
    worker = context.worker();
    predecessors = new int[workers];
    numbers = new long[workers];
    Arrays.fill(numbers, NONE);
    wrote = new boolean[workers];
    inherited = new boolean[workers];
    list = new long[workers];
  }

  /** Begins a transaction; of the group {@link TransactionGroup#NONE}, it has no pipeline. */
  final void begin(TransactionGroup itsGroup) {
    group = itsGroup;
    step = 0;
    if (isActive()) {
      states.set(words, worker, state());
    }
  }

  private long state() {
    return PipelineStates.state(number, group.number(), step);
  }

  /** Returns whether the transaction has a group. */
  final boolean isActive() {
    return group != TransactionGroup.NONE;
  }

  /** Returns whether the transaction in a state is of the current transaction's group. */
  final boolean isOfGroup(long state) {
    return isActive() && PipelineStates.group(state) == group.number();
  }

  /**
   * Enters the step of a record, and waits until the transaction has the record to itself.
   *
   * @return false if the transaction may not access the record, because it has left the step, or
   *     because it writes in a table without a step
   */
  final boolean enter(TebaldiAccess access, boolean writes) {
    if (!isActive()) {
      return true;
    }
    int to = group.step(access.table());
    if (to == TransactionGroup.NO_STEP) {
      return !writes;
    }
    if (to < step) {
      return false;
    }
    if (to > step) {
      endStep();
      int round = 0;
      while (!mayEnter(to)) {
        await(round++);
      }
      step = to;
      states.set(words, worker, state());
    }
    if (!access.inStep) {
      acquire(access);
    }
    return true;
  }

  private void await(int round) {
    if (context.pace().givesUp()) {
      throw context.conflict();
    }
    context.await(round, Cause.READ_WRITE);
  }

  private void acquire(TebaldiAccess access) {
    boolean mayWait = highest == null || isBefore(highest, access);
    int round = 0;
    int at = access.at() + RecordWords.STEP;
    while (words.getVolatile(access.slab(), at) != 0
        || !words.change(access.slab(), at, 0, worker + 1L)) {
      if (!mayWait) {
        throw context.conflict();
      }
      await(round++);
    }
    if (inStepCount == inStep.length) {
      inStep = Arrays.copyOf(inStep, 2 * inStepCount);
    }
    inStep[inStepCount++] = access;
    access.inStep = true;
    if (mayWait) {
      highest = access;
    }
  }

  private boolean isBefore(TebaldiAccess access, TebaldiAccess other) {
    int rank = group.rank(access.table());
    int otherRank = group.rank(other.table());
    return rank < otherRank || (rank == otherRank && access.record() < other.record());
  }

  private void endStep() {
    for (int i = 0; i < inStepCount; i++) {
      if (inStep[i].isWrite()) {
        versions.expose(inStep[i]);
      }
    }
    leaveRecords();
  }

  /** Lets other transactions access the records that this transaction has to itself. */
  final void leaveRecords() {
    for (int i = 0; i < inStepCount; i++) {
      TebaldiAccess access = inStep[i];
      words.setVolatile(access.slab(), access.at() + RecordWords.STEP, 0);
      access.inStep = false;
      inStep[i] = null;
    }
    inStepCount = 0;
    highest = null;
  }

  /**
   * Follows a transaction of the group.
   *
   * @param isWriter whether that transaction has locked a common record for a write
   */
  final void follow(int other, long state, boolean isWriter) {
    if (isWriter && PipelineStates.isAborting(state)) {
      throw context.conflict();
    }
    add(other, PipelineStates.number(state), isWriter);
  }

  private void add(int other, long itsNumber, boolean isWriter) {
    if (numbers[other] == itsNumber) {
      wrote[other] |= isWriter;
    } else if (numbers[other] < itsNumber) {
      if (numbers[other] == NONE) {
        predecessors[count++] = other;
      }
      numbers[other] = itsNumber; // An earlier transaction of that worker has ended.
      wrote[other] = isWriter;
      inherited[other] = false;
    }
  }

  /** Returns whether the current transaction follows another worker's transaction. */
  final boolean isPredecessor(int other, long state) {
    return numbers[other] == PipelineStates.number(state);
  }

  /**
   * Returns whether all predecessors have left a step.
   *
   * @throws dev.yardmaster.engine.protocol.Conflict if the transaction must be aborted
   */
  boolean mayEnter(int to) {
    for (int i = 0; i < count; i++) {
      int other = predecessors[i];
      long state = states.get(words, other);
      if (numbers[other] != PipelineStates.number(state)) {
        drop(i--);
      } else if (PipelineStates.isAborting(state)) {
        requireNotRead(other);
      } else if (PipelineStates.step(state) == PipelineStates.LAST) {
        if (inherit(other, state)) {
          i = -1; // A predecessor that was looked at may have been replaced by a later one.
        }
      } else if (PipelineStates.step(state) <= to) {
        return false;
      }
    }
    return true;
  }

  private void drop(int i) {
    numbers[predecessors[i]] = NONE;
    predecessors[i] = predecessors[--count];
  }

  /** Aborts the transaction if an aborting predecessor has written a common record. */
  void requireNotRead(int aborting) {
    if (wrote[aborting]) {
      throw context.conflict();
    }
  }

  /**
   * Follows the predecessors of a predecessor that has ended its last step. Returns whether it does
   * so for the first time.
   */
  boolean inherit(int other, long state) {
    if (inherited[other]) {
      return false;
    }
    int inherits = states.copy(words, other, list);
    VarHandle.acquireFence();
    if (states.get(words, other) != state) {
      return false; // The predecessor has ended, or is aborting.
    }
    inherited[other] = true;
    for (int i = 0; i < inherits; i++) {
      if (PipelineStates.workerOf(list[i]) != worker) {
        add(PipelineStates.workerOf(list[i]), PipelineStates.numberOf(list[i]), false);
      }
    }
    return true;
  }

  /**
   * Ends the last step, and waits until all predecessors have ended.
   *
   * @throws dev.yardmaster.engine.protocol.Conflict if the transaction must be aborted
   */
  final void endSteps() {
    endStep();
    for (int i = 0; i < count; i++) {
      int other = predecessors[i];
      list[i] = PipelineStates.predecessor(other, numbers[other]);
    }
    states.publish(words, worker, list, count);
    step = PipelineStates.LAST;
    states.set(words, worker, state());
    int round = 0;
    while (!haveEnded()) {
      await(round++);
    }
  }

  /** Returns whether all predecessors have ended. */
  boolean haveEnded() {
    for (int i = 0; i < count; i++) {
      int other = predecessors[i];
      long state = states.get(words, other);
      if (numbers[other] != PipelineStates.number(state)) {
        drop(i--);
      } else if (PipelineStates.isAborting(state)) {
        requireNotRead(other);
      } else {
        return false;
      }
    }
    return true;
  }

  /** Announces that the transaction aborts, so that its followers abort. */
  final void announceAbort() {
    states.set(words, worker, PipelineStates.aborting(state()));
  }

  /** Ends the transaction. */
  final void end() {
    while (count > 0) {
      drop(count - 1);
    }
    if (isActive()) {
      number++;
      group = TransactionGroup.NONE;
      step = 0;
      states.set(words, worker, state());
    }
  }
}
