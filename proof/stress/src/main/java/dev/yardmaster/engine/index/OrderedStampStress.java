package dev.yardmaster.engine.index;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** {@link OrderedIndex}: a key is inserted while a reader that has missed it raises the stamp. */
@JCStressTest
@Description("A reader for whom a key is missing keeps new records from being absent earlier.")
@Outcome(id = "10, 10", expect = Expect.ACCEPTABLE, desc = "The reader was in time.")
@Outcome(id = "0, (0|10)", expect = Expect.ACCEPTABLE, desc = "It was too late, and knows.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It believes to have been in time.")
@State
public class OrderedStampStress {

  private static final long KEY = 7;

  private final StampDuel duel = new StampDuel(new OrderedIndex(false), KEY);

  @Actor
  public void reader(JJ_Result stamps) {
    stamps.r1 = duel.raise();
  }

  @Actor
  public void inserter(JJ_Result stamps) {
    stamps.r2 = duel.insert(KEY);
  }
}
