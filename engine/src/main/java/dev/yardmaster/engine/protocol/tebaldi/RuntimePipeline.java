package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * One worker's part of the leaf layer, which is the pipeline of a group (SOSP 2015, section 4).
 * Tests override the package-private methods to plant bugs.
 *
 * <p>Within a step, a transaction has exclusive access to each record that it uses. At the end of
 * the step, it exposes its writes and ends the exclusive access, so that other transactions of the
 * group can use the records. A transaction that then uses such a record <i>follows</i> the earlier
 * transaction: it enters each step only after the earlier transaction has left this step, and
 * commits after the earlier transaction. If the earlier transaction aborts, each follower that has
 * used a record that the earlier transaction has written also aborts.
 *
 * <p>A transaction that has ended its last step no longer delays the steps of its followers. It may
 * still wait for its own predecessors. So its followers then also follow these predecessors.
 *
 * <p>Waits form no cycle. If one transaction follows another, directly or indirectly, the earlier
 * transaction leaves each step first. So no transaction follows itself. A transaction that waits
 * for exclusive access to a record has exclusive access only to records of the same step that
 * precede this record in a fixed order.
 */
class RuntimePipeline {

  private static final long NONE = -1;

  private final WorkerContext context;
  private final SharedWords words;
  private final PipelineStates states;
  private final VersionStore versions;
  private final int worker;

  private TransactionGroup group = TransactionGroup.NONE;
  private long number;
  private int step;

  /**
   * The accesses to the records to which the transaction has exclusive access in the current step.
   */
  private TebaldiAccess[] inStep = new TebaldiAccess[16];

  private int inStepCount;

  /**
   * The access in {@link #inStep} whose record is the highest in the fixed order; null if there is
   * none. The transaction may wait only for records above it.
   */
  private TebaldiAccess highest;

  /** The workers whose transactions this transaction follows. */
  private final int[] predecessors;

  private int count;

  /**
   * For each worker, the number of the transaction that this transaction follows, or {@link #NONE}.
   */
  private final long[] numbers;

  /**
   * For each worker, whether this transaction must abort if the followed transaction of that worker
   * aborts.
   */
  private final boolean[] wrote;

  /**
   * For each worker, whether this transaction also follows the predecessors of the followed
   * transaction of that worker.
   */
  private final boolean[] inherited;

  private final long[] list;

  RuntimePipeline(
      WorkerContext context, int workers, PipelineStates states, VersionStore versions) {
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

  /**
   * Begins a transaction. A transaction of the group {@link TransactionGroup#NONE} does not use the
   * pipeline.
   */
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

  /**
   * Returns whether the transaction with the given state belongs to the group of the current
   * transaction.
   */
  final boolean isOfGroup(long state) {
    return isActive() && PipelineStates.group(state) == group.number();
  }

  /**
   * Enters the step of the record's table, and waits until the transaction has exclusive access to
   * the record.
   *
   * @return false if the transaction may not access the record, because it has already left the
   *     step, or because it writes to a table without a step
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
    int at = access.at() + TebaldiRecordWords.STEP;
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

  /** Ends the exclusive access to all records of the current step. */
  final void leaveRecords() {
    for (int i = 0; i < inStepCount; i++) {
      TebaldiAccess access = inStep[i];
      words.setVolatile(access.slab(), access.at() + TebaldiRecordWords.STEP, 0);
      access.inStep = false;
      inStep[i] = null;
    }
    inStepCount = 0;
    highest = null;
  }

  /**
   * Makes this transaction follow another transaction of the group.
   *
   * @param isWriter whether both transactions use a record that the other transaction has locked
   *     for a write
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
      numbers[other] = itsNumber; // The earlier transaction of this worker has ended.
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
          i = -1; // An examined predecessor may have been replaced by a later transaction.
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

  /** Aborts the transaction if it uses a record that the aborting predecessor has written. */
  void requireNotRead(int aborting) {
    if (wrote[aborting]) {
      throw context.conflict();
    }
  }

  /**
   * Makes this transaction also follow the predecessors of a predecessor that has ended its last
   * step. Returns false if this transaction already follows them, or if the predecessor has ended
   * or is aborting.
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

  /**
   * Publishes that the transaction aborts, so that the followers that have used its writes also
   * abort.
   */
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
