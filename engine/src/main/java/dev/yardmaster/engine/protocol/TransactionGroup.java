package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * A group of transaction types that access tables in the same order. The order is divided into
 * steps. A transaction accesses the tables of one step first, and then only tables of later steps.
 * When its logic accesses a table of a later step, it must have finished all changes of rows of
 * earlier steps; further changes of these rows throw an {@link IllegalStateException}. Logic that
 * accesses the tables in another order is still executed correctly, but the transaction restarts
 * without the group.
 *
 * <p>The steps form a pipeline (Xie and others, <i>High-Performance ACID via Modular Concurrency
 * Control</i>, SOSP 2015, section 4). Instances are immutable after they are built, and any thread
 * may use them.
 */
public final class TransactionGroup {

  /**
   * The result of {@link #step} for a table that belongs to no step, because the transactions of
   * the group only read it.
   */
  public static final int NO_STEP = 0;

  /** The highest number that a group can have. */
  public static final int MAX_NUMBER = 255;

  /** The maximum number of steps. */
  public static final int MAX_STEPS = 1_000;

  /** The value for a transaction without a group. */
  public static final TransactionGroup NONE = new TransactionGroup(0, new int[0], new int[0]);

  private final int number;

  /** The step of each table, at the index of the table's number. */
  private final int[] steps;

  /**
   * The position of each table among the tables of all steps, at the index of the table's number.
   */
  private final int[] ranks;

  private TransactionGroup(int number, int[] steps, int[] ranks) {
    this.number = number;
    this.steps = steps;
    this.ranks = ranks;
  }

  /**
   * Begins a group without steps.
   *
   * @param number the number of the group, 1 to {@link #MAX_NUMBER}; different groups must have
   *     different numbers
   */
  public static Builder numbered(int number) {
    if (number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "a group has a number from 1 to " + MAX_NUMBER + ": number=" + number);
    }
    return new Builder(number);
  }

  /** Returns the number of the group; 0 for {@link #NONE}. */
  public int number() {
    return number;
  }

  /** Returns the step of a table, counted from 1, or {@link #NO_STEP}. */
  public int step(Table table) {
    return table.number() < steps.length ? steps[table.number()] : NO_STEP;
  }

  /**
   * Returns the position of a table among the tables of all steps; the table must belong to a step.
   */
  public int rank(Table table) {
    return ranks[table.number()];
  }

  /** Builds a group step by step. */
  public static final class Builder {

    private final int number;
    private int[] steps = new int[0];
    private int[] ranks = new int[0];
    private int stepCount;
    private int tableCount;

    private Builder(int number) {
      this.number = number;
    }

    /**
     * Adds a step.
     *
     * @param tables the tables of the step, in the order in which transactions access them. If
     *     another transaction of the group holds a record, the requesting transaction waits if all
     *     tables that it has accessed in this step are earlier in this list; otherwise it aborts
     */
    public Builder step(Table... tables) {
      if (++stepCount > MAX_STEPS) {
        throw new IllegalArgumentException("a group has at most " + MAX_STEPS + " steps");
      }
      for (Table table : tables) {
        int length = Math.max(steps.length, table.number() + 1);
        steps = Arrays.copyOf(steps, length);
        ranks = Arrays.copyOf(ranks, length);
        if (steps[table.number()] != NO_STEP) {
          throw new IllegalArgumentException("the table has a step already: table=" + table);
        }
        steps[table.number()] = stepCount;
        ranks[table.number()] = tableCount++;
      }
      return this;
    }

    /** Returns the group. */
    public TransactionGroup build() {
      return new TransactionGroup(number, steps.clone(), ranks.clone());
    }
  }
}
