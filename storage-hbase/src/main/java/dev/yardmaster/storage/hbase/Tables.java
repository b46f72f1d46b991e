package dev.yardmaster.storage.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * One table of HBase for several threads. A {@link Table} belongs to one thread and is cheap, so
 * each call has its own. It holds nothing that had to be closed before the connection.
 */
record Tables(Connection connection, TableName name) {

  Table get() throws IOException {
    return connection.getTable(name);
  }
}
