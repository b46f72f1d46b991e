package dev.yardmaster.engine.protocol.tictoc;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Tests {@link TicTocControl}: two transactions extend the validity of the same record, up to
 * different timestamps.
 */
@JCStressTest
@Description("After two extensions in either order, the record is valid up to the later timestamp.")
@Outcome(
    id = "6, 9, 9",
    expect = Expect.ACCEPTABLE,
    desc = "Both transactions commit, and the record is valid at both timestamps.")
@Outcome(expect = Expect.FORBIDDEN, desc = "An extension is lost, or was refused.")
@State
public class TwoStretchesStress {

  private final int record = LoneTransaction.recordReadUpTo(1);
  private final LoneTransaction reader =
      new LoneTransaction(0).reads(record).writes(LoneTransaction.recordReadUpTo(5));
  private final LoneTransaction otherReader =
      new LoneTransaction(1).reads(record).writes(LoneTransaction.recordReadUpTo(8));

  @Actor
  public void reader(JJJ_Result timestamps) {
    timestamps.r1 = reader.commit();
  }

  @Actor
  public void otherReader(JJJ_Result timestamps) {
    timestamps.r2 = otherReader.commit();
  }

  @Arbiter
  public void afterwards(JJJ_Result timestamps) {
    timestamps.r3 = LoneTransaction.readTimestamp(record);
  }
}
