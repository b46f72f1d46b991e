package dev.yardmaster.client.testing;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.SnapshotSource;
import dev.yardmaster.client.time.ClientTime;
import java.util.List;

/** A snapshot of the fake service: a copy of all keys that does not change. */
final class FakeSnapshot implements SnapshotSource {

  private final FakeTransactionService owner;
  private final FakeStore copy;
  private final ClientTime time;
  private final SnapshotOptions options;
  private final long openedNs;

  FakeSnapshot(
      FakeTransactionService owner, FakeStore copy, ClientTime time, SnapshotOptions options) {
    this.owner = owner;
    this.copy = copy;
    this.time = time;
    this.options = options;
    openedNs = time.nowNs();
  }

  private void checkOpen() {
    if (owner.isClosed()) {
      throw FakeTransactionService.closedError();
    }
    if (time.nowNs() - openedNs >= options.timeout().toNanos()) {
      throw new YardmasterException(
          ErrorCode.SNAPSHOT_TOO_OLD,
          "the snapshot has ended; open a new snapshot",
          "version",
          version(),
          "timeout",
          options.timeout());
    }
  }

  @Override
  public long version() {
    return copy.version();
  }

  @Override
  public byte[][] values(List<Key> keys) {
    checkOpen();
    return keys.stream().map(key -> copy.at(key).value()).toArray(byte[][]::new);
  }

  @Override
  public ScannedEntries page(Scan scan, boolean afterFirst) {
    checkOpen();
    if (!afterFirst || scan.backward() || copy.at(scan.from()).value() == null) {
      return copy.find(scan).entries();
    }
    // Scans one key more than requested, because the page omits the first key.
    Key to = scan.isToTableEnd() ? null : scan.to();
    int limit = Math.min(Scan.MAX_LIMIT, scan.limit() + 1);
    return copy.find(Scan.forward(scan.from(), to, limit)).entries().withoutFirst();
  }

  @Override
  public void close() {
    owner.closed(this);
  }
}
