package dev.yardmaster.engine.protocol;

/**
 * A planted bug: an inserted record is reported as absent with its initial stamp, even if another
 * transaction has written it since its creation. The validation still uses the real state of the
 * record.
 */
final class TrustsMadeRecords extends DawdlingControl {

  private Access told;
  private boolean isPresent;
  private long version;

  TrustsMadeRecords(ConcurrencyControl real, WorkerContext worker) {
    super(real, worker);
  }

  @Override
  public void begin(Attempt attempt) {
    told = null;
    super.begin(attempt);
  }

  @Override
  public void insert(Access access) {
    long made = RecordHeader.of(worker.words(), access);
    super.insert(access);
    long stamp = RecordHeader.version(made);
    if (RecordHeader.isAbsent(made) && access.version() != -stamp && told == null) {
      told = access;
      isPresent = access.isPresent();
      version = Math.abs(access.version());
      access.found(isPresent, isPresent ? -stamp : stamp);
    }
  }

  @Override
  public boolean lock() {
    if (told != null) {
      told.found(isPresent, version);
    }
    return super.lock();
  }
}
