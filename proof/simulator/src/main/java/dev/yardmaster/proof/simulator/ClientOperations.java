package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.TransactionId;
import dev.yardmaster.proof.simulator.workload.Mix;
import dev.yardmaster.proof.simulator.workload.Operation;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * The operations of the clients of a cluster, over all terms. If the outcome of an operation with
 * an id is unknown, a client submits the operation again. Only the thread that has the turn (the
 * right to execute) uses the object.
 */
final class ClientOperations {

  private final Mix mix;
  private final SplittableRandom random;
  private final LongSupplier epochMs;
  private final Queue<Operation<?, ?>> unknownProcedures = new ArrayDeque<>();
  private final Queue<Operation<?, ?>> unknownLambdas = new ArrayDeque<>();

  /** The numbers of the operations that are lambdas. */
  private final Set<Long> lambdas = new HashSet<>();

  private int left;

  /**
   * Creates the operations of a run.
   *
   * @param count number of different operations; repeated submissions do not count
   * @param epochMs the clock of ids
   */
  ClientOperations(Mix mix, int count, SplittableRandom random, LongSupplier epochMs) {
    this.mix = mix;
    this.left = count;
    this.random = random;
    this.epochMs = epochMs;
  }

  /** Returns the number of operations that were not submitted yet. */
  int left() {
    return left;
  }

  /**
   * Returns the next operation for the clients of a term that submit procedures; null if there is
   * none at the moment.
   */
  Operation<?, ?> next(MemberTerm leadership) {
    if (!leadership.isOpen()) {
      return null;
    }
    if (leadership.hasOnlyReads()) {
      return left == 0 ? null : reading();
    }
    Operation<?, ?> again = unknownProcedures.poll();
    if (again != null) {
      return mix.again(again);
    }
    if (left == 0) {
      return null;
    }
    left--;
    return named(mix.next());
  }

  private Operation<?, ?> reading() {
    left--;
    return mix.again(mix.last().get(random.nextInt(mix.last().size())));
  }

  /**
   * Returns the next operation for the clients of a term that run lambdas; null if there is none at
   * the moment.
   */
  Operation<?, ?> nextLambda(MemberTerm leadership) {
    if (!leadership.isOpen() || leadership.hasOnlyReads()) {
      return null;
    }
    Operation<?, ?> again = unknownLambdas.poll();
    if (again == null && left == 0) {
      return null;
    }
    Operation<?, ?> next;
    if (again == null) {
      left--;
      next = named(mix.nextLambda());
    } else {
      next = mix.again(again);
    }
    if (!next.isQuery()) {
      lambdas.add(next.number());
    }
    return next;
  }

  /** Returns the operation, in half of the cases with an id, so that it can be submitted again. */
  private <A, R> Operation<A, R> named(Operation<A, R> operation) {
    return operation.options().id() == null && random.nextBoolean()
        ? operation.withId(
            new TransactionId(epochMs.getAsLong(), random.nextInt(1 << 16), random.nextLong()))
        : operation;
  }

  /**
   * Records that the outcome of an operation is unknown. If the operation has an id, a client
   * submits it again.
   */
  void isUnknown(Operation<?, ?> operation) {
    if (operation.options().id() != null && !operation.isQuery()) {
      (lambdas.contains(operation.number()) ? unknownLambdas : unknownProcedures).add(operation);
    }
  }

  /** Returns whether no operation is left that must be submitted again. */
  boolean areAllKnown() {
    return unknownProcedures.isEmpty() && unknownLambdas.isEmpty();
  }

  /** Returns whether a lambda must be submitted again. */
  boolean hasUnknownLambda() {
    return !unknownLambdas.isEmpty();
  }
}
