package dev.yardmaster.storage.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * A table in HBase that several threads can use. A {@link Table} object may be used by one thread
 * only and is cheap to create, so each call creates its own object. The object holds no resources
 * that must be released before the connection is closed.
 */
record Tables(Connection connection, TableName name) {

  Table get() throws IOException {
    return connection.getTable(name);
  }
}
