package dev.yardmaster.storage.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Connects to HBase, and creates the table. Settings that are not in {@link HBaseSettings}, for
 * example the settings of Kerberos, come from an {@code hbase-site.xml} on the class path.
 */
final class HBaseConnection {

  /** The maximum number of retries of a call within its timeout. */
  private static final int RETRIES = 30;

  private static final int PAUSE_MS = 50;

  private HBaseConnection() {}

  /**
   * Opens a connection. During the call, the thread's context class loader is this class's loader,
   * because HBase's client searches for its own files with the context class loader.
   */
  static Connection open(HBaseSettings settings) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(HBaseConnection.class.getClassLoader());
    try {
      return connect(settings);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Connection connect(HBaseSettings settings) throws IOException {
    return ConnectionFactory.createConnection(configuration(settings));
  }

  static Configuration configuration(HBaseSettings settings) {
    Configuration client = HBaseConfiguration.create();
    client.set(HConstants.ZOOKEEPER_QUORUM, settings.quorum());
    client.set(HConstants.ZOOKEEPER_ZNODE_PARENT, settings.root());
    int timeoutMs = settings.timeoutMs();
    client.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, Math.max(1, timeoutMs / 2));
    client.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, timeoutMs);
    client.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, timeoutMs);
    client.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, timeoutMs);
    client.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, RETRIES);
    client.setInt(HConstants.HBASE_CLIENT_PAUSE, PAUSE_MS);
    // Without this setting, an Admin waits up to ten minutes for the creation of a table.
    client.setInt("hbase.client.sync.wait.timeout.msec", timeoutMs);
    client.setInt("hbase.ipc.client.socket.timeout.connect", Math.max(1, timeoutMs / 2));
    client.setInt("zookeeper.recovery.retry", 1);
    return client;
  }

  /** Returns the table. Creates the table if it does not exist. */
  static Tables table(Connection connection, HBaseSettings settings) throws IOException {
    TableName name = TableName.valueOf(settings.table());
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        create(admin, name);
      }
      check(admin.getDescriptor(name));
    }
    return new Tables(connection, name);
  }

  private static void create(Admin admin, TableName name) throws IOException {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family(RowFormat.DATA))
            .setColumnFamily(family(RowFormat.DELETED))
            .build();
    try {
      admin.createTable(table);
    } catch (TableExistsException e) {
      // Either the client has repeated the call, or another server has created the table at the
      // same time. Ownership later decides which server has the table.
    }
  }

  private static ColumnFamilyDescriptor family(byte[] name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name)
        .setMaxVersions(1)
        .setTimeToLive(HConstants.FOREVER)
        .build();
  }

  /**
   * Checks that HBase never drops entries of the table. HBase interprets the entries' versions as
   * times in ms, so with a time to live it would drop the entries as too old.
   */
  private static void check(TableDescriptor table) throws IOException {
    for (byte[] name : new byte[][] {RowFormat.DATA, RowFormat.DELETED}) {
      String family = new String(name, StandardCharsets.US_ASCII);
      ColumnFamilyDescriptor found = table.getColumnFamily(name);
      if (found == null) {
        throw new IOException("it has no column family " + family);
      }
      if (found.getTimeToLive() != HConstants.FOREVER) {
        throw new IOException(
            "its column family "
                + family
                + " has TTL="
                + found.getTimeToLive()
                + ", but must have FOREVER, because timestamps are commit versions");
      }
    }
  }
}
