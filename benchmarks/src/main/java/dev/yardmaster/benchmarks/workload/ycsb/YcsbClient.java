package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.CallPool;
import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.records.InFlight;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;

/** A client of YCSB, with the changes that its transactions have made to the table. */
final class YcsbClient implements RecordClient {

  private final int index;
  private final YcsbSettings settings;
  private final DrawnInputs drawn;
  private final CallPool<YcsbCall> pool;
  private final InFlight inFlight = new InFlight();
  private long insertsBegun;
  private long updates;
  private long inserts;
  private long shortScans;
  private long checksum;

  YcsbClient(YcsbSettings settings, YcsbTable table, int index) {
    this.index = index;
    this.settings = settings;
    drawn = YcsbRequests.draw(settings, index);
    pool = new CallPool<>(() -> new YcsbCall(settings, table));
  }

  @Override
  public RecordCall next() {
    inFlight.begin();
    YcsbCall call = pool.take();
    call.take(
        drawn.values(), drawn.next(), settings.records() + insertsBegun * MAX_CLIENTS + index);
    if (settings.mix().insertPercent() > 0) {
      insertsBegun += call.insertsToCome();
    }
    return call;
  }

  @Override
  public void ended(RecordCall call, boolean committed) {
    YcsbCall ended = (YcsbCall) call;
    if (committed) {
      updates += ended.updates();
      inserts += ended.inserts();
      checksum += ended.checksum();
      if (ended.isBulk() && ended.bulkRows() != settings.scanLength()) {
        shortScans++;
      }
    }
    inFlight.end();
    pool.giveBack(ended);
  }

  /** Returns the number of committed updates. */
  long updates() {
    return updates;
  }

  /** Returns the number of committed inserts. */
  long inserts() {
    return inserts;
  }

  /**
   * Returns the number of committed bulk scans that did not visit every record of their range once.
   */
  long shortScans() {
    return shortScans;
  }

  /** Returns the sum of all counters that were read. */
  long checksum() {
    return checksum;
  }
}
