package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Draws the operations of a run from a seed: transfers and audits of accounts, and reads, scans,
 * writes and deletions of notes. The number of keys is so small that nearly all transactions
 * conflict. Some operations have an id. Some operations with an id are submitted again, and the
 * status of some operations is queried before or after the submission. Only one thread at a time
 * may use an instance.
 */
public final class Mix {

  private static final int MAX_CHANGES = 6;
  private static final int MAX_CENTS = 60;
  private static final int REMEMBERED = 16;

  private final SplittableRandom random;
  private final int accounts;
  private final int notes;
  private final boolean tightBounds;
  private final int divertPercent;
  private final TransactionIds ids;
  private final List<Operation<?, ?>> submitted = new ArrayList<>();
  private final List<Operation<?, ?>> executed = new ArrayList<>();
  private long operations;

  /**
   * Creates a source of operations.
   *
   * @param accounts number of accounts; 2 or more
   * @param notes number of notes; 1 or more
   * @param tightBounds whether some operations have a short timeout or a low limit of attempts
   * @param divertPercent share of the {@code Divert} operations, which write only if they have read
   *     certain values, in percent
   * @param epochMs the clock of ids
   */
  public Mix(
      SplittableRandom random,
      int accounts,
      int notes,
      boolean tightBounds,
      int divertPercent,
      LongSupplier epochMs) {
    this.random = random;
    this.accounts = accounts;
    this.notes = notes;
    this.tightBounds = tightBounds;
    this.divertPercent = divertPercent;
    this.ids = new TransactionIds(epochMs, random::nextLong);
  }

  /** Returns every procedure that an operation may call. */
  public static List<Procedure<?, ?>> procedures() {
    return List.of(
        OpenAccounts.PROCEDURE,
        Transfer.PROCEDURE,
        SumOfBalances.PROCEDURE,
        Edit.PROCEDURE,
        Follow.PROCEDURE,
        Divert.PROCEDURE,
        Survey.PROCEDURE,
        Sweep.PROCEDURE,
        Seek.PROCEDURE,
        ThrowingProcedure.PROCEDURE,
        ReadNotes.PROCEDURE);
  }

  /** Returns the operation that must run before all others. */
  public Operation<?, ?> first() {
    return unbounded(OpenAccounts.PROCEDURE, accounts);
  }

  /** Returns the operations that must run after all others, and that read all data back. */
  public List<Operation<?, ?>> last() {
    return List.of(
        unbounded(SumOfBalances.PROCEDURE, accounts), unbounded(ReadNotes.PROCEDURE, notes));
  }

  /** Returns the next operation for a client that submits procedures. */
  public Operation<?, ?> next() {
    return next(submitted);
  }

  /**
   * Returns the next operation for a client that runs lambdas. If the operation is a query, the
   * client submits it instead.
   */
  public Operation<?, ?> nextLambda() {
    return next(executed);
  }

  /**
   * Returns the next operation. An id belongs either to a procedure or to a lambda, so a client
   * repeats only operations of its own kind.
   */
  private Operation<?, ?> next(List<Operation<?, ?>> remembered) {
    int percent = random.nextInt(100);
    if (percent < 10 && !remembered.isEmpty()) {
      return again(remembered.get(random.nextInt(remembered.size())));
    }
    if (percent < 15) {
      return query(remembered);
    }
    Operation<?, ?> drawn = draw();
    return percent < 45 ? remember(withId(drawn), remembered) : drawn;
  }

  private Operation<?, ?> remember(Operation<?, ?> operation, List<Operation<?, ?>> remembered) {
    if (remembered.size() < REMEMBERED) {
      remembered.add(operation);
    } else {
      remembered.set(random.nextInt(REMEMBERED), operation);
    }
    return operation;
  }

  private <A, R> Operation<A, R> withId(Operation<A, R> operation) {
    return new Operation<>(
        operation.number(),
        operation.procedure(),
        operation.argument(),
        operation.options().withId(ids.next()),
        false);
  }

  /** Returns an operation that submits the same transaction once more. */
  public <A, R> Operation<A, R> again(Operation<A, R> operation) {
    return new Operation<>(
        ++operations, operation.procedure(), operation.argument(), operation.options(), false);
  }

  /**
   * Returns a query of the status of an operation that was submitted, or may be submitted later.
   */
  private Operation<?, ?> query(List<Operation<?, ?>> remembered) {
    Operation<?, ?> asked =
        remembered.isEmpty() || random.nextInt(3) == 0
            ? remember(withId(draw()), remembered)
            : remembered.get(random.nextInt(remembered.size()));
    return new Operation<>(
        ++operations,
        AskStatus.PROCEDURE,
        null,
        TransactionOptions.defaults().withId(asked.options().id()),
        false);
  }

  private Operation<?, ?> draw() {
    if (divertPercent > 0 && random.nextInt(100) < divertPercent) {
      return bounded(
          random.nextBoolean() ? Divert.PROCEDURE : Survey.PROCEDURE,
          new Follow.Argument(operations + 1, random.nextInt(notes), notes));
    }
    int percent = random.nextInt(100);
    if (percent < 25) {
      return bounded(Transfer.PROCEDURE, transfer());
    } else if (percent < 33) {
      return bounded(SumOfBalances.PROCEDURE, accounts);
    } else if (percent < 45) {
      return bounded(Sweep.PROCEDURE, new Edit.Argument(operations + 1, changes()));
    } else if (percent < 52) {
      return bounded(
          Seek.PROCEDURE, new Follow.Argument(operations + 1, random.nextInt(notes), notes));
    } else if (percent < 85) {
      return bounded(Edit.PROCEDURE, new Edit.Argument(operations + 1, changes()));
    } else if (percent < 97) {
      return bounded(
          Follow.PROCEDURE, new Follow.Argument(operations + 1, random.nextInt(notes), notes));
    }
    return bounded(ThrowingProcedure.PROCEDURE, random.nextInt(notes));
  }

  private Transfer.Argument transfer() {
    int from = random.nextInt(accounts);
    int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
    return new Transfer.Argument(from, to, 1 + random.nextInt(MAX_CENTS));
  }

  private List<Edit.Change> changes() {
    int count = 1 + random.nextInt(Math.min(MAX_CHANGES, notes));
    List<Edit.Change> changes = new ArrayList<>(count);
    boolean[] taken = new boolean[notes];
    for (int i = 0; i < count; i++) {
      // The smaller of two drawn numbers makes low numbers more frequent.
      int note = Math.min(random.nextInt(notes), random.nextInt(notes));
      if (!taken[note]) {
        taken[note] = true;
        Edit.Action[] actions = Edit.Action.values();
        changes.add(new Edit.Change(note, actions[random.nextInt(actions.length)]));
      }
    }
    return changes;
  }

  private <A, R> Operation<A, R> unbounded(Procedure<A, R> procedure, A argument) {
    return new Operation<>(
        ++operations,
        procedure,
        argument,
        TransactionOptions.defaults()
            .withTimeout(Duration.ofHours(1))
            .withMaxAttempts(Integer.MAX_VALUE),
        true);
  }

  private <A, R> Operation<A, R> bounded(Procedure<A, R> procedure, A argument) {
    TransactionOptions options = TransactionOptions.defaults().withWeight(1 + random.nextInt(10));
    if (tightBounds && random.nextInt(4) == 0) {
      options = options.withTimeout(Duration.ofMillis(1 + random.nextInt(3)));
    }
    if (tightBounds && random.nextInt(4) == 0) {
      options = options.withMaxAttempts(1 + random.nextInt(4));
    }
    return new Operation<>(++operations, procedure, argument, options, false);
  }
}
