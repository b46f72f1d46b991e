package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests {@link PlorLock}: a writer makes its lock exclusive and then checks for readers, while a
 * reader sets its bit and then checks for a writer. A worker's result is 1 if the worker has not
 * seen the other worker.
 */
@JCStressTest
@Description("Of a reader and an exclusive writer, at least one sees the other.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each has seen the other.")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The reader has seen the writer.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The writer has seen the reader.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Neither has seen the other.")
@State
public class PlorLockStress {

  private static final int WORKERS = 2;
  private static final int READER = 0;
  private static final int WRITER = 1;

  private final SharedWords words = new SharedWords(null);
  private final TransactionStates states = new TransactionStates(WORKERS);
  private final PlorLock ofReader = new PlorLock(1, READER, WORKERS, states, words);
  private final PlorLock ofWriter = new PlorLock(1, WRITER, WORKERS, states, words);
  private final long[] record = new long[1 + PlorLock.words(WORKERS)];

  public PlorLockStress() {
    ofWriter.lockNew(record, 0);
  }

  @Actor
  public void writer(II_Result sawNobody) {
    ofWriter.makeExclusive(record, 0);
    sawNobody.r1 = ofWriter.nextReader(record, 0, 0) < 0 ? 1 : 0;
  }

  @Actor
  public void reader(II_Result sawNobody) {
    ofReader.addReader(record, 0);
    sawNobody.r2 = ofReader.excludes(ofReader.word(record, 0)) ? 0 : 1;
  }
}
