package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import java.util.SplittableRandom;

/**
 * Says of a record that is inserted that it is absent as of when it was made, even if another has
 * written it since; until the transaction validates, which goes by what is there. Knows Silo's
 * word.
 */
final class TrustsMadeRecords extends ForwardingControl {

  private static final long ABSENT = 2;
  private static final int STATUS_BITS = 3;
  private static final int MAX_ACCESSES_BETWEEN = 16;

  private final SplittableRandom random;
  private Access told;
  private boolean isPresent;
  private long version;

  TrustsMadeRecords(ConcurrencyControl real, WorkerContext worker) {
    super(real, worker);
    random = new SplittableRandom(worker.worker());
  }

  @Override
  public void begin(Attempt attempt) {
    told = null;
    super.begin(attempt);
  }

  @Override
  public void insert(Access access) {
    long made = Records.word(access.slab(), access.at());
    for (int i = random.nextInt(MAX_ACCESSES_BETWEEN); i > 0; i--) {
      worker.pace().access(); // so that others get in between
    }
    super.insert(access);
    long stamp = made >>> STATUS_BITS;
    if ((made & ABSENT) != 0 && access.version() != -stamp && told == null) {
      told = access;
      isPresent = access.isPresent();
      version = Math.abs(access.version());
      access.found(isPresent, isPresent ? -stamp : stamp);
    }
  }

  @Override
  public boolean validate() {
    if (told != null) {
      told.found(isPresent, version);
    }
    return super.validate();
  }
}
