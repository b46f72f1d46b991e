package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.SharedRecords;
import dev.yardmaster.engine.protocol.TransactionStates;
import dev.yardmaster.engine.protocol.WorkerContext;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJI_Result;

/**
 * Tests {@link PlorControl}: an older transaction wounds a reader and installs a row while the
 * reader copies the row. The reader returns the first and the last column, and 1 if it commits.
 */
@JCStressTest
@Description("A wounded reader never sees a torn row, and never commits.")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "The reader was wounded before it saw.")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "The reader was wounded afterwards.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The reader committed first.")
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "The writer committed first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The row is torn, or a wounded reader commits.")
@State
public class WoundedReaderStress {

  private static final int WORKERS = 2;
  private static final PlorSettings SETTINGS = PlorSettings.DEFAULT;
  private static final SharedRecords RECORDS =
      new SharedRecords(new Plor("plor", SETTINGS, WORKERS), 24);

  private final TransactionStates states = new TransactionStates(WORKERS);
  private final int record = RECORDS.take();
  private final PlorControl reader;
  private final Access read;
  private final PlorControl writer;

  public WoundedReaderStress() {
    WorkerContext readingWorker = RECORDS.worker(0);
    reader = begun(readingWorker, 2);
    read = RECORDS.access(readingWorker, record);
    WorkerContext writingWorker = RECORDS.worker(1);
    writer = begun(writingWorker, 1);
    Access written = RECORDS.access(writingWorker, record);
    writer.update(written);
    written.write(Access.Operation.UPDATE);
    RECORDS.fill(written, 2);
  }

  private PlorControl begun(WorkerContext worker, long age) {
    PlorControl control = new PlorControl(SETTINGS, WORKERS, states, worker);
    Attempt attempt = new Attempt();
    attempt.first(age);
    control.begin(attempt);
    return control;
  }

  @Actor
  public void reader(JJI_Result seen) {
    try {
      reader.read(read);
    } catch (Conflict wounded) {
      reader.abort();
      return;
    }
    seen.r1 = RECORDS.first(read);
    seen.r2 = RECORDS.last(read);
    seen.r3 = commits(reader) ? 1 : 0;
  }

  @Actor
  public void writer() {
    if (!commits(writer)) {
      throw new IllegalStateException("the oldest transaction was aborted");
    }
  }

  private static boolean commits(PlorControl control) {
    if (control.lock()) {
      long version = control.decide();
      if (control.check(version)) {
        control.commit(version);
        return true;
      }
    }
    control.abort();
    return false;
  }
}
