package dev.yardmaster.engine.protocol.plor;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJI_Result;

/** Tests {@link PlorControl}: a row is installed while a reader without locks copies the row. */
@JCStressTest
@Description("A reader without locks sees one version, and commits only if it is still current.")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "The row changed after the read.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The reader committed first.")
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "The writer committed first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The row is torn, or the reader must not commit.")
@State
public class ValidatedReaderStress extends ReaderAndWriter {

  public ValidatedReaderStress() {
    super(PlorSettings.DEFAULT.withOptimisticFirst(true));
  }

  @Actor
  public void reader(JJI_Result seen) {
    read(seen);
  }

  @Actor
  public void writer() {
    write();
  }
}
