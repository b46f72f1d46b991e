package dev.yardmaster.benchmarks.workload.stock;

import dev.yardmaster.benchmarks.workload.records.CallPool;
import dev.yardmaster.benchmarks.workload.records.DrawnInputs;
import dev.yardmaster.benchmarks.workload.records.InFlight;
import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.engine.table.Table;
import java.util.BitSet;
import java.util.SplittableRandom;

/** A client, with the number of its committed updates. */
final class StockClient implements RecordClient {

  private final DrawnInputs drawn;
  private final CallPool<StockCall> pool;
  private final InFlight inFlight = new InFlight();
  private long updates;
  private long checksum;

  StockClient(StockSettings settings, Table table, int index) {
    drawn = draw(settings, index);
    pool = new CallPool<>(() -> new StockCall(settings, table));
  }

  /** Draws the rows of each transaction; the rows of one transaction are distinct. */
  static DrawnInputs draw(StockSettings settings, int client) {
    SplittableRandom random =
        new SplittableRandom(settings.seed() * 0x9E3779B97F4A7C15L + 1 + client);
    DrawnInputs drawn = new DrawnInputs();
    BitSet taken = new BitSet(settings.rows());
    for (int i = 0; i < settings.drawn(); i++) {
      drawn.begin();
      taken.clear();
      for (int left = settings.reads(); left > 0; left--) {
        int row = random.nextInt(settings.rows());
        while (taken.get(row)) {
          row = random.nextInt(settings.rows());
        }
        taken.set(row);
        drawn.add(row);
      }
    }
    return drawn;
  }

  @Override
  public RecordCall next() {
    inFlight.begin();
    StockCall call = pool.take();
    int at = drawn.next();
    call.take(drawn.values(), at);
    return call;
  }

  @Override
  public void ended(RecordCall call, boolean committed) {
    StockCall ended = (StockCall) call;
    if (committed) {
      updates += ended.updates();
      checksum += ended.checksum();
    }
    inFlight.end();
    pool.giveBack(ended);
  }

  /** Returns the number of committed updates. */
  long updates() {
    return updates;
  }

  /** Returns the sum of all quantities that were read. */
  long checksum() {
    return checksum;
  }
}
