package dev.yardmaster.engine.epoch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests {@link Stays}. A thread replaces a table, and waits until all members that were inside an
 * epoch at that time have left. A member that enters during this wait uses one table, old or new,
 * until it leaves, and counts the uses of the old table.
 */
@JCStressTest
@Description("When stays are over, all uses of the replaced table have ended and can be seen.")
@Outcome(id = "\\d, -1", expect = Expect.ACCEPTABLE, desc = "The stays were not over.")
@Outcome(id = "(\\d), \\1", expect = Expect.ACCEPTABLE, desc = "All uses were seen.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A use was not seen, or came later.")
@State
public class StaysStress {

  /** The number of times that the member enters the epoch. */
  private static final int VISITS = 5;

  /** The number of times that the switching thread checks whether the stays are over. */
  private static final int LOOKS = 20;

  private final Epochs epochs = new Epochs(1);
  private final EpochMember member = epochs.member(0);

  private volatile boolean isReplaced;
  private int uses;

  @Actor
  public void worker(II_Result seen) {
    for (int visit = 0; visit < VISITS; visit++) {
      var unused = member.enter();
      if (!isReplaced) {
        uses++;
        seen.r1 = uses;
      }
      member.exit();
    }
  }

  @Actor
  public void switching(II_Result seen) {
    isReplaced = true;
    Stays stays = epochs.stays();
    seen.r2 = -1;
    for (int look = 0; look < LOOKS && seen.r2 < 0; look++) {
      seen.r2 = stays.areOver() ? uses : -1;
    }
  }
}
