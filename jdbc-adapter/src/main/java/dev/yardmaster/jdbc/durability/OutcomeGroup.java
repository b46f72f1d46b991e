package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** The outcomes that wait for the same force. This class is not thread-safe. */
final class OutcomeGroup {
  private final List<HeldOutcome> outcomes = new ArrayList<>();
  private int released;

  /**
   * Adds an outcome. If {@code isReleased} is true, the transaction counts as unforced until a
   * force has succeeded.
   */
  void add(HeldOutcome outcome, boolean isReleased) {
    outcomes.add(outcome);
    released += isReleased ? 1 : 0;
  }

  int size() {
    return outcomes.size();
  }

  boolean isEmpty() {
    return outcomes.isEmpty();
  }

  /** Returns the number of transactions that count as unforced. */
  int released() {
    return released;
  }

  void acknowledge(Executor acknowledgers) {
    for (HeldOutcome outcome : outcomes) {
      acknowledgers.execute(outcome::acknowledge);
    }
  }

  void failUnknown(SQLException cause, Executor acknowledgers) {
    for (HeldOutcome outcome : outcomes) {
      acknowledgers.execute(() -> outcome.failUnknown(cause));
    }
  }
}
