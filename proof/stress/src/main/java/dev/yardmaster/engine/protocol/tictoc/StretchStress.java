package dev.yardmaster.engine.protocol.tictoc;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Tests {@link TicTocControl}. The record that the first transaction writes has the read timestamp
 * 5, so this transaction commits at 6 and extends the validity of its read up to 6. At the same
 * time, a second transaction writes a new version of the record that the first transaction has
 * read.
 */
@JCStressTest
@Description("A new version begins after all granted extensions of the old version.")
@Outcome(
    id = "6, 7",
    expect = Expect.ACCEPTABLE,
    desc = "The validity of the read is extended, and the writer has a later timestamp.")
@Outcome(
    id = "0, (2|7)",
    expect = Expect.ACCEPTABLE,
    desc = "The writer had already locked " + "or written the record, " + "so the reader aborts.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Both versions are valid at the same time, or " + "the writer aborted.")
@State
public class StretchStress {

  private final int record = LoneTransaction.recordReadUpTo(1);
  private final LoneTransaction reader =
      new LoneTransaction(0).reads(record).writes(LoneTransaction.recordReadUpTo(5));
  private final LoneTransaction writer = new LoneTransaction(1).writes(record);

  @Actor
  public void reader(JJ_Result timestamps) {
    timestamps.r1 = reader.commit();
  }

  @Actor
  public void writer(JJ_Result timestamps) {
    timestamps.r2 = writer.commit();
  }
}
