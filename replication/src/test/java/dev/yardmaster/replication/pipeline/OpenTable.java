package dev.yardmaster.replication.pipeline;

import dev.yardmaster.storage.table.ForwardingTable;
import dev.yardmaster.storage.table.MapTable;

/** A table in memory that a test can still read after the owner of the table has closed it. */
class OpenTable extends ForwardingTable {

  OpenTable() {
    super(new MapTable());
  }

  @Override
  public void close() {}
}
