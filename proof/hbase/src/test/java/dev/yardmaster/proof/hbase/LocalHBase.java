package dev.yardmaster.proof.hbase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HBase in this process: ZooKeeper, a master and two region servers on the local file system. A
 * start takes about 10 s, so all tests share one HBase.
 */
public final class LocalHBase {

  private static LocalHBase shared;

  private final Configuration settings = HBaseConfiguration.create();
  private final LocalHBaseCluster cluster;
  private final int port;

  private LocalHBase(Path folder) throws IOException, InterruptedException {
    DefaultMetricsSystem.setMiniClusterMode(true); // Two servers have metrics of the same name.
    port = new MiniZooKeeperCluster(settings).startup(folder.resolve("zookeeper").toFile());
    settings.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    settings.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    settings.set(HConstants.HBASE_DIR, folder.resolve("hbase").toUri().toString());
    settings.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    settings.set("hbase.wal.provider", "filesystem");
    settings.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    for (String server : new String[] {"master", "regionserver"}) {
      settings.setInt("hbase." + server + ".port", 0);
      settings.setInt("hbase." + server + ".info.port", -1);
    }
    settings.setInt("hbase.master.wait.on.regionservers.mintostart", 2);
    settings.setInt("hbase.master.wait.on.regionservers.interval", 50);
    settings.setInt("hbase.master.wait.on.regionservers.timeout", 2_000);
    cluster = new LocalHBaseCluster(settings, 1, 2);
    cluster.startup();
  }

  /** Returns the HBase of this process, which ends with the process. */
  public static synchronized LocalHBase shared() throws IOException, InterruptedException {
    if (shared == null) {
      Path folder = Files.createTempDirectory("yardmaster-hbase");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      shared = new LocalHBase(folder);
    }
    return shared;
  }

  private static void delete(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // The servers still write files. The operating system removes temporary files later.
    }
  }

  /** Returns the address of ZooKeeper. */
  public String quorum() {
    return "127.0.0.1:" + port;
  }

  /** Returns a connection for the test itself. */
  Connection connect() throws IOException {
    return ConnectionFactory.createConnection(settings);
  }
}
