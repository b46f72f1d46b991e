package dev.yardmaster.engine.protocol.silo;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.SharedRecords;
import dev.yardmaster.engine.protocol.WorkerContext;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Tests {@link SiloControl}: a row is installed while another worker reads it. The reader returns
 * the first and the last column, and the version of its read. The first version of worker 1 is
 * 1025.
 */
@JCStressTest
@Description("A read returns a row of one version, together with the number of that version.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The old row.")
@Outcome(id = "2, 2, 1025", expect = Expect.ACCEPTABLE, desc = "The new row.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The row is torn, or its version is wrong.")
@State
public class InstallStress {

  private static final SharedRecords RECORDS = new SharedRecords(new Silo(), 24);

  private final int record = RECORDS.take();
  private final WorkerContext readingWorker = RECORDS.worker(0);
  private final Access read = RECORDS.access(readingWorker, record);
  private final SiloControl reader = new SiloControl(readingWorker);
  private final SiloControl writer;

  public InstallStress() {
    WorkerContext writingWorker = RECORDS.worker(1);
    writer = new SiloControl(writingWorker);
    Access written = RECORDS.access(writingWorker, record);
    writer.update(written);
    written.write(Access.Operation.UPDATE);
    RECORDS.fill(written, 2);
  }

  @Actor
  public void reader(JJJ_Result seen) {
    reader.read(read);
    seen.r1 = RECORDS.first(read);
    seen.r2 = RECORDS.last(read);
    seen.r3 = read.version();
  }

  @Actor
  public void writer() {
    if (writer.lock()) {
      long version = writer.decide();
      if (writer.check(version)) {
        writer.commit(version);
      }
    }
  }
}
