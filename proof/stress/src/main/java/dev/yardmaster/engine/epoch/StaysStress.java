package dev.yardmaster.engine.epoch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Tests {@link Stays}. A thread replaces a table and waits for the members that were inside. A
 * member that enters meanwhile uses the old or the new table to the end of its stay.
 */
@JCStressTest
@Description("Stays are over only when no member uses the table that was replaced before.")
@Outcome(id = "0, (true|false)", expect = Expect.ACCEPTABLE, desc = "Only the new table was used.")
@Outcome(
    id = "1, (true|false)",
    expect = Expect.ACCEPTABLE,
    desc = "The old table was used before.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The old table was used after the stays were over.")
@State
public class StaysStress {

  private static final int OLD_BEFORE = 1;
  private static final int OLD_AFTERWARDS = 2;

  /** The number of times that the member enters. */
  private static final int VISITS = 5;

  /** The number of times that the switching thread looks whether the stays are over. */
  private static final int LOOKS = 20;

  private final Epochs epochs = new Epochs(1);
  private final EpochMember member = epochs.member(0);

  private volatile boolean isReplaced;
  private volatile boolean isOver;

  @Actor
  public void worker(IZ_Result seen) {
    for (int visit = 0; visit < VISITS; visit++) {
      var unused = member.enter();
      if (!isReplaced) {
        seen.r1 = Math.max(seen.r1, isOver ? OLD_AFTERWARDS : OLD_BEFORE);
      }
      member.exit();
    }
  }

  @Actor
  public void switching(IZ_Result seen) {
    isReplaced = true;
    Stays stays = epochs.stays();
    for (int look = 0; look < LOOKS && !isOver; look++) {
      isOver = stays.areOver();
    }
    seen.r2 = isOver;
  }
}
