package dev.yardmaster.replication.pipeline;

import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.storage.table.MapTable;

/** A table in memory that a test can still read when its owner has closed it. */
class OpenTable extends ForwardingTable {

  OpenTable() {
    super(new MapTable());
  }

  @Override
  public void close() {}
}
