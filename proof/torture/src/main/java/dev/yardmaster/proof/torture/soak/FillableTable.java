package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.ForwardingTable;
import java.io.IOException;

/**
 * A table on a disk that may be full. The table's writes count as writes of checkpoints, because a
 * flush to the table replaces a checkpoint.
 */
final class FillableTable extends ForwardingTable {

  private static final String NAME = DiskSpace.CHECKPOINTS + "table";

  private final DiskSpace space;

  FillableTable(DiskTable table, DiskSpace space) {
    super(table);
    this.space = space;
  }

  private void refuseIfFull() throws NoSpaceException {
    if (space.refuses(NAME)) {
      throw new NoSpaceException();
    }
  }

  @Override
  public void put(Key key, byte[] value, long version) throws IOException {
    refuseIfFull();
    super.put(key, value, version);
  }

  @Override
  public void commit(State state) throws IOException {
    refuseIfFull();
    super.commit(state);
  }
}
