package dev.yardmaster.engine.epoch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Tests {@link EpochMember} and {@link Retired}. One actor removes a slot, and frees its memory as
 * soon as two more epochs have begun. At the same time, a member enters and leaves the epoch. The
 * member may still find the slot.
 */
@JCStressTest
@Description("A slot that a member has found is not freed before the member leaves.")
@Outcome(id = "0, (true|false)", expect = Expect.ACCEPTABLE, desc = "The slot was already removed.")
@Outcome(id = "1, false", expect = Expect.ACCEPTABLE, desc = "Found, and kept.")
@Outcome(
    id = "1, true",
    expect = Expect.ACCEPTABLE,
    desc = "The slot was found, and freed after the member left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The slot was freed while the member accessed it.")
@State
public class RetiredStress {

  private static final int GONE = 0;
  private static final int KEPT = 1;
  private static final int FREED_MEANWHILE = 2;

  /**
   * The number of times that the reader polls for the result of the other actor. The other actor
   * takes longer than the reader.
   */
  private static final int TIMEOUT = 200;

  /** The number of times that the member enters the epoch. */
  private static final int VISITS = 5;

  /** The number of times that the member reads a slot that it has found. */
  private static final int LOOKS = 5;

  private static final int SLOT = 5;

  private final Epochs epochs = new Epochs(2);
  private final EpochMember member = epochs.member(0);
  private final EpochMember owner = epochs.member(1);
  private final Retired<RetiredStress> retired =
      new Retired<>(epochs, (state, slot) -> state.isFreed = true);

  private volatile boolean isBegun;
  private volatile int link = SLOT;
  private volatile boolean isFreed;

  @Actor
  public void reader(IZ_Result seen) {
    for (int wait = 0; wait < TIMEOUT && !isBegun; wait++) {
      Thread.onSpinWait();
    }
    seen.r1 = GONE;
    for (int visit = 0; visit < VISITS; visit++) {
      var unused = member.enter();
      if (link == SLOT) {
        seen.r1 = Math.max(seen.r1, look());
      }
      member.exit();
    }
  }

  private int look() {
    for (int look = 0; look < LOOKS; look++) {
      if (isFreed) {
        return FREED_MEANWHILE;
      }
    }
    return KEPT;
  }

  @Actor
  public void remover(IZ_Result seen) {
    isBegun = true;
    var unused = owner.enter();
    link = 0;
    retired.add(this, SLOT);
    owner.exit();
    epochs.tryAdvance();
    epochs.tryAdvance();
    retired.free(1);
    seen.r2 = isFreed;
  }
}
