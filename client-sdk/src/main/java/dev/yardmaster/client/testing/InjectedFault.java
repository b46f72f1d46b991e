package dev.yardmaster.client.testing;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import java.time.Duration;

/** A fault that a test injects into one transaction. */
sealed interface InjectedFault {

  /** The transaction does not run, but ends with this outcome. */
  record Ends(Outcome<?> outcome) implements InjectedFault {}

  /** The transaction commits, but its caller does not get the outcome. */
  record IsLost() implements InjectedFault {}

  /** A conflict on the key discards the transaction's first run. */
  record Conflicts(Key key) implements InjectedFault {}

  /** The transaction runs after this delay. */
  record IsDelayed(Duration by) implements InjectedFault {}
}
