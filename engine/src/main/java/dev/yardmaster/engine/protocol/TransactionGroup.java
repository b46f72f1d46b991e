package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;
import java.util.Arrays;

/**
 * A group of transaction types, with the steps in which all of them access the tables. A
 * transaction accesses the tables of one step, then only tables of later steps. When it accesses a
 * later step, its logic has ended all changes of the rows of the steps before: the rows throw an
 * {@link IllegalStateException} on further changes. Logic that accesses the tables in another order
 * is correct, but restarts without the group.
 *
 * <p>The steps are those of a pipeline (Xie and others, <i>High-Performance ACID via Modular
 * Concurrency Control</i>, SOSP 2015, section 4). Instances are immutable after they are built, and
 * any thread may use them.
 */
public final class TransactionGroup {

  /** The step of a table that is in no step: the transactions of the group only read the table. */
  public static final int NO_STEP = 0;

  /** The maximum number of a group. */
  public static final int MAX_NUMBER = 255;

  /** The maximum number of steps. */
  public static final int MAX_STEPS = 1_000;

  /** Stands for no group: the transaction shares no group with any other one. */
  public static final TransactionGroup NONE = new TransactionGroup(0, new int[0], new int[0]);

  private final int number;

  /** The step of each table, by the table's number. */
  private final int[] steps;

  /** The position of each table among all tables of the steps, by the table's number. */
  private final int[] ranks;

  private TransactionGroup(int number, int[] steps, int[] ranks) {
    this.number = number;
    this.steps = steps;
    this.ranks = ranks;
  }

  /**
   * Begins a group without steps.
   *
   * @param number the number of the group, which differs from the numbers of other groups; 1 to
   *     {@link #MAX_NUMBER}
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

  /** Returns the position of a table of a step among the tables of all steps. */
  public int rank(Table table) {
    return ranks[table.number()];
  }

  /** Collects the steps of a group. */
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
     * @param tables the tables of the step. A transaction of the group waits for the record of
     *     another one if it has accessed only records of earlier tables in this step; otherwise it
     *     aborts
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
