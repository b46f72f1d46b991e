package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;

/**
 * Says of a record that is inserted that it is absent as of when it was made, even if another has
 * written it since; until the transaction validates, which goes by what is there. Knows the first
 * word of records: their version, and some bits below it.
 */
final class TrustsMadeRecords extends DawdlingControl {

  private final int statusBits;
  private final long absent;
  private Access told;
  private boolean isPresent;
  private long version;

  /**
   * Breaks a worker's part of a protocol.
   *
   * @param statusBits how many bits of a record's first word stand below its version; the second
   *     highest of them says that it is absent
   */
  TrustsMadeRecords(ConcurrencyControl real, WorkerContext worker, int statusBits) {
    super(real, worker);
    this.statusBits = statusBits;
    absent = 1L << (statusBits - 2);
  }

  @Override
  public void begin(Attempt attempt) {
    told = null;
    super.begin(attempt);
  }

  @Override
  public void insert(Access access) {
    long made = Records.word(access.slab(), access.at());
    super.insert(access);
    long stamp = made >>> statusBits;
    if ((made & absent) != 0 && access.version() != -stamp && told == null) {
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
