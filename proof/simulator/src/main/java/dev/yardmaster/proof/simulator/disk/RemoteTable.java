package dev.yardmaster.proof.simulator.disk;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A simulated table on other machines. The table's answers arrive late, so flushes may end and
 * entries may leave memory between a read and its answer. The table writes the changes of a flush
 * in any order, and some of them twice. One flush in sixteen fails after a part of its changes.
 */
public final class RemoteTable extends ForwardingTable {

  private static final int FAILING = 16;
  private static final int REPEATED = 4;

  private final SplittableRandom random;
  private final Runnable switchPoint;

  /**
   * Creates a table.
   *
   * @param table stores the entries
   * @param switchPoint is called before each request arrives and before each answer arrives
   */
  public RemoteTable(DiskTable table, SplittableRandom random, Runnable switchPoint) {
    super(table);
    this.random = random;
    this.switchPoint = switchPoint;
  }

  @Override
  public Found get(Key key) {
    switchPoint.run();
    Found found = super.get(key);
    switchPoint.run();
    return found;
  }

  @Override
  public void put(List<Change> changes) throws IOException {
    List<Change> left = new ArrayList<>(changes);
    boolean fails = random.nextInt(FAILING) == 0;
    int most = fails ? random.nextInt(left.size() + 1) : left.size();
    for (int i = 0; i < most; i++) {
      int next = random.nextInt(left.size());
      Change change = left.get(next);
      left.set(next, left.get(left.size() - 1));
      left.remove(left.size() - 1);
      put(change.key(), change.value(), change.version());
      if (random.nextInt(REPEATED) == 0) {
        put(change.key(), change.value(), change.version());
      }
    }
    if (fails) {
      throw new IOException("the table does not answer");
    }
  }

  @Override
  public int readsTogether() {
    return 1_024;
  }
}
