package dev.yardmaster.engine.protocol.mocc;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.SharedRecords;
import dev.yardmaster.engine.protocol.WorkerContext;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJI_Result;

/**
 * Tests {@link MoccControl}: one worker locks a record for reading and copies the row twice, while
 * another worker commits a write of this record. The reader returns the first column of its first
 * copy, the last column of its second copy, and 1 if it committed.
 */
@JCStressTest
@Description("A writer installs no row while a reader has locked the record.")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "The writer had the lock first.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The old row.")
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "The new row.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "The row changed while the reader had the lock, or the reader lost the lock.")
@State
public class LockedReaderStress {

  private static final int WORKERS = 2;
  private static final int ALL = 0;
  private static final int NONE = 20;
  private static final SharedRecords RECORDS = new SharedRecords(new Mocc(WORKERS), 24);

  private final int record = RECORDS.take();
  private final WorkerContext readingWorker = RECORDS.worker(0);
  private final Access read = RECORDS.access(readingWorker, record);
  private final MoccControl reader = new MoccControl(readingWorker, WORKERS, ALL);
  private final MoccControl writer;

  public LockedReaderStress() {
    WorkerContext writingWorker = RECORDS.worker(1);
    writer = new MoccControl(writingWorker, WORKERS, NONE);
    Access written = RECORDS.access(writingWorker, record);
    writer.update(written);
    written.write(Access.Operation.UPDATE);
    RECORDS.fill(written, 2);
  }

  @Actor
  public void reader(JJI_Result seen) {
    try {
      reader.read(read);
    } catch (Conflict locked) {
      reader.abort();
      return;
    }
    seen.r1 = RECORDS.first(read);
    read.copyRow(readingWorker.words());
    seen.r2 = RECORDS.last(read);
    seen.r3 = SharedRecords.commits(reader) ? 1 : 0;
  }

  @Actor
  public void writer() {
    if (!SharedRecords.commits(writer)) {
      throw new IllegalStateException("a writer without early locks was aborted");
    }
  }
}
