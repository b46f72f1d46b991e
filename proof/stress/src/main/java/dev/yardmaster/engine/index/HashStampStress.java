package dev.yardmaster.engine.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link HashIndex}: a key is inserted while a reader that did not find the key raises the
 * stamp.
 */
@JCStressTest
@Description(
    "After a reader has missed a key, a new record is absent at least up to the "
        + "reader's stamp.")
@Outcome(
    id = "10, 10",
    expect = Expect.ACCEPTABLE,
    desc = "The reader raised the stamp " + "before the insertion.")
@Outcome(
    id = "0, (0|10)",
    expect = Expect.ACCEPTABLE,
    desc = "The reader was too late, and detects the insertion.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The reader was too late, and does not detect " + "the insertion.")
@State
public class HashStampStress {

  private static final long KEY = 7;

  private final StampDuel duel = new StampDuel(new HashIndex(1), KEY);

  @Actor
  public void reader(JJ_Result stamps) {
    stamps.r1 = duel.raise();
  }

  @Actor
  public void inserter(JJ_Result stamps) {
    stamps.r2 = duel.insert(KEY);
  }
}
