package dev.yardmaster.engine.protocol.plor;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJI_Result;

/**
 * Tests {@link PlorControl}: an older transaction wounds a reader and installs a row while the
 * reader copies the row.
 */
@JCStressTest
@Description("A wounded reader never sees a torn row, and never commits.")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "The wound came before the read.")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "The wound came after the read.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The reader committed first.")
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "The writer committed first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The row is torn, or the reader must not commit.")
@State
public class WoundedReaderStress extends ReaderAndWriter {

  public WoundedReaderStress() {
    super(PlorSettings.DEFAULT);
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
