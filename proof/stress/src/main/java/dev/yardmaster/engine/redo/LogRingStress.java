package dev.yardmaster.engine.redo;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests {@link LogRing}. One worker fills the space that it has reserved in the ring. Another
 * thread publishes its reserved space as skipped, and then takes the published records, as the
 * log's thread does.
 */
@JCStressTest
@Description("A published record is whole, and nothing is taken before an earlier place is.")
@Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "Everything was taken at the end.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A record in parts, a wrong order or a lost place.")
@State
public class LogRingStress {

  private static final int TRANSACTION = 77;
  private static final int TRANSACTION_OFFSET = 16;

  private final SharedWords words = new SharedWords(null);
  private final LogRing ring = new LogRing(1, 4);
  private final ByteBuffer memory = ring.view();
  private long last = 1;
  private int wrong;

  @Actor
  public void fills() {
    long version = ring.reserve(words, 1);
    RecordEncoder encoder = new RecordEncoder();
    encoder.begin(memory, ring.at(version, 1));
    var unused = encoder.end(TRANSACTION, version);
    ring.publish(version, 1, false);
  }

  @Actor
  public void skipsAndTakes() {
    ring.publish(ring.reserve(words, 2), 2, true);
    takeAll();
  }

  private void takeAll() {
    while (ring.hasNext()) {
      long version = ring.nextVersion();
      ByteBuffer record = ring.take();
      boolean isRight =
          version > last
              && (record == null
                  ? version - last == 2
                  : version - last == 1
                      && record.getLong(record.position() + TRANSACTION_OFFSET) == TRANSACTION
                      && record.remaining() == RecordEncoder.HEADER_BYTES);
      wrong += isRight ? 0 : 1;
      last = version;
    }
    ring.free();
  }

  @Arbiter
  public void inTheEnd(II_Result seen) {
    takeAll();
    seen.r1 = wrong;
    seen.r2 = (int) (ring.taken() - 1);
  }
}
