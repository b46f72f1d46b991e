package dev.yardmaster.benchmarks.workload.ycsb;

import dev.yardmaster.benchmarks.workload.records.CallPool;
import dev.yardmaster.benchmarks.workload.records.DrawnPhases;
import dev.yardmaster.benchmarks.workload.records.InFlight;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import java.util.List;

/** A client of YCSB, with the changes that its transactions have made to the table. */
final class YcsbClient implements RecordClient {

  private final int index;
  private final List<YcsbSettings> phases;
  private final DrawnPhases drawn;
  private final CallPool<YcsbCall> pool;
  private final InFlight inFlight = new InFlight();
  private YcsbSettings settings;
  private long insertsBegun;
  private long updates;
  private long inserts;
  private long shortScans;
  private long checksum;

  YcsbClient(List<YcsbSettings> phases, YcsbTable table, int index) {
    this.index = index;
    this.phases = phases;
    settings = phases.get(0);
    drawn = new DrawnPhases(phases.stream().map(phase -> YcsbRequests.draw(phase, index)).toList());
    pool = new CallPool<>(() -> new YcsbCall(table));
  }

  @Override
  public void enter(int phase) {
    settings = phases.get(phase);
    drawn.enter(phase);
  }

  @Override
  public RecordCall next() {
    inFlight.begin();
    YcsbCall call = pool.take();
    int at = drawn.next();
    call.take(
        settings, drawn.values(), at, settings.records() + insertsBegun * MAX_CLIENTS + index);
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
   * Returns the number of committed bulk scans that did not visit each record of their range
   * exactly once.
   */
  long shortScans() {
    return shortScans;
  }

  /** Returns the sum of all counters that were read. */
  long checksum() {
    return checksum;
  }
}
