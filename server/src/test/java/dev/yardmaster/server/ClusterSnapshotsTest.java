package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests clients that read snapshots at the followers of a cluster. */
@Timeout(120)
class ClusterSnapshotsTest {

  private static final Key COUNT = Key.of("counters", "count");
  private static final int JOBS = 1_500;

  @TempDir private Path folder;

  private ServerCluster cluster;
  private YardmasterClient client;

  private void start(ServerCluster started) {
    cluster = started;
    cluster.awaitLeader();
    ClientConfig.Builder config = ClientConfig.builder().exactlyOnce(true);
    cluster.clientAddresses().forEach(config::address);
    client = YardmasterClient.connect(config.build());
  }

  @AfterEach
  void close() {
    client.close();
    cluster.close();
  }

  private void put(long value) {
    var unused =
        client.execute(
            transaction -> {
              transaction.putLong(COUNT, value);
              return value;
            });
  }

  private List<String> followers() {
    String leader = cluster.awaitLeader();
    return cluster.running().stream().filter(name -> !name.equals(leader)).toList();
  }

  private String line(String name, String meter) throws IOException, InterruptedException {
    InetSocketAddress admin = cluster.server(name).adminAddress().orElseThrow();
    String page =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + admin.getPort() + "/metrics"))
                    .timeout(Duration.ofSeconds(10))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    return page.lines().filter(line -> line.startsWith(meter)).findFirst().orElse("");
  }

  @Test
  void strictSnapshotsAreReadAtTheServersThatDoNotLead() throws Exception {
    start(ServerCluster.start(folder));
    readAtFollowers();
  }

  @Test
  void theSameHoldsForDataOnDisk() throws Exception {
    start(ServerCluster.startOnDisk(folder));
    readAtFollowers();
  }

  private double figure(String name, String meter) throws Exception {
    return Double.parseDouble(line(name, meter).substring(meter.length()));
  }

  private void readAtFollowers() throws Exception {
    for (int job = 0; job < JOBS; job += 100) {
      int first = job;
      var unused =
          client.execute(
              transaction -> {
                for (int i = first; i < first + 100; i++) {
                  transaction.putLong(Key.of("jobs", i), i);
                }
                return null;
              });
    }
    SnapshotOptions anywhere = SnapshotOptions.strict().atAnyServer();
    List<String> followers = followers();
    List<Snapshot> open = new ArrayList<>();
    for (int value = 0; value < 20; value++) {
      put(value);
      Snapshot snapshot = client.readOnly(anywhere);
      assertEquals(value, snapshot.getLong(COUNT));
      open.add(snapshot);
    }
    double opened = 0;
    for (String name : followers) {
      double here = figure(name, "yardmaster_cluster_snapshots_open");
      assertTrue(here > 0, name);
      assertTrue(figure(name, "yardmaster_cluster_confirmations_total") >= here, name);
      opened += here;
    }
    assertEquals(open.size(), opened);
    assertEquals(0, figure(cluster.awaitLeader(), "yardmaster_snapshots_open"));
    for (int value = 0; value < open.size(); value++) {
      try (Snapshot snapshot = open.get(value)) {
        assertEquals(value, snapshot.getLong(COUNT));
        SnapshotCursor jobs = snapshot.cursor(Key.of("jobs", 0), null);
        int found = 0;
        while (jobs.next()) {
          found++;
        }
        assertEquals(JOBS, found);
      }
    }
  }

  @Test
  void aSnapshotOutlivesTheLeaderUnlessItsServerLeads() {
    start(ServerCluster.start(folder));
    put(1);
    SnapshotOptions anywhere = SnapshotOptions.strict().atAnyServer();
    Snapshot one = client.readOnly(anywhere);
    Snapshot other = client.readOnly(anywhere);
    assertEquals(2, one.getLong(COUNT) + other.getLong(COUNT));

    cluster.close(cluster.awaitLeader());
    cluster.awaitLeader();

    int ended = 0;
    for (Snapshot snapshot : List.of(one, other)) {
      try {
        assertEquals(1, snapshot.getLong(COUNT));
      } catch (YardmasterException e) {
        assertEquals(ErrorCode.CLOSED, e.code());
        ended++;
      }
    }
    assertEquals(1, ended);
    put(2);
    try (Snapshot snapshot = client.readOnly(anywhere)) {
      assertEquals(2, snapshot.getLong(COUNT));
    }
  }

  @Test
  void aServerThatDoesNotLeadRefusesASnapshotThatIsMeantForTheLeader() {
    start(ServerCluster.start(folder));
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () ->
                cluster
                    .backEnd(followers().get(0))
                    .encoded()
                    .snapshot(SnapshotOptions.strict())
                    .toCompletableFuture()
                    .join());
    assertEquals(ErrorCode.NOT_LEADER, ((YardmasterException) thrown.getCause()).code());
  }
}
