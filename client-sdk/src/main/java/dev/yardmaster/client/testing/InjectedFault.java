package dev.yardmaster.client.testing;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import java.time.Duration;

/** What is to happen to one transaction. */
sealed interface InjectedFault {

  /** It does not take place, and this is its outcome. */
  record Ends(Outcome<?> outcome) implements InjectedFault {}

  /** It takes place, and its caller is not told. */
  record IsLost() implements InjectedFault {}

  /** A conflict on the key discards its first run. */
  record Conflicts(Key key) implements InjectedFault {}

  /** It takes place only after this long. */
  record IsDelayed(Duration by) implements InjectedFault {}
}
