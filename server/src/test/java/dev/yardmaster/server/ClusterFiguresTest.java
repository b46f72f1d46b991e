package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.server.backend.ClusterFigures;
import dev.yardmaster.server.live.LiveJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what operators see of a cluster: each server's figures and meters. */
@Timeout(120)
class ClusterFiguresTest {

  private static final Path GUIDE = Path.of("../docs/guide-observability.md");

  @TempDir private Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  private ServerCluster cluster;

  @BeforeEach
  void startThreeServers() {
    cluster = ServerCluster.start(folder);
  }

  @AfterEach
  void closeServers() {
    cluster.close();
  }

  private void commit(String leader) {
    cluster
        .backEnd(leader)
        .encoded()
        .submit(OneShot.builder().add(Key.of("t", 1), 1).build(), TransactionOptions.defaults())
        .toCompletableFuture()
        .join();
  }

  @Test
  void eachServerNamesTheLeaderAndItsOwnPlaceInTheLog() throws Exception {
    String leader = cluster.awaitLeader();
    commit(leader);
    for (String name : cluster.running()) {
      ClusterFigures figures = figures(name, leader);
      assertEquals(name, figures.node());
      assertEquals(name.equals(leader), figures.leads());
      assertEquals(cluster.clientAddress(leader), figures.leaderAddress());
      assertEquals(cluster.backEnd(leader).leadership().term(), figures.term());
      assertTrue(figures.leaderChanges() >= 1, figures::toString);
      assertEquals(
          List.of("n1", "n2", "n3"),
          figures.members().stream().map(ClusterFigures.Server::name).toList());
      assertEquals(
          cluster.clientAddresses(),
          figures.members().stream().map(ClusterFigures.Server::clientAddress).toList());
    }
  }

  @Test
  void anotherLeaderIsAChange() throws Exception {
    String first = cluster.awaitLeader();
    commit(first);
    String follower =
        cluster.running().stream().filter(name -> !name.equals(first)).findFirst().orElseThrow();
    long before = figures(follower, first).leaderChanges();
    cluster.close(first);
    String second = cluster.awaitLeader();
    ClusterFigures after = figures(follower, second);
    assertTrue(after.leaderChanges() > before, after::toString);
  }

  @Test
  void theMetersAreThoseOfTheGuide() throws Exception {
    Map<String, String> help = new TreeMap<>();
    Map<String, String> type = new TreeMap<>();
    for (String line : page(cluster.awaitLeader(), "/metrics").lines().toList()) {
      String[] words = line.split(" ", 4);
      if (words[0].equals("#") && words[2].startsWith("yardmaster_cluster_")) {
        (words[1].equals("HELP") ? help : type).put(words[2], words[3]);
      }
    }
    assertEquals(8, help.size(), help::toString);
    String guide = Files.readString(GUIDE);
    for (String meter : help.keySet()) {
      String row = "| %s `%s` | %s |\n".formatted(type.get(meter), meter, help.get(meter));
      assertTrue(guide.contains(row), row);
    }
  }

  /** Waits until a server shows the leader and an applied entry. */
  private ClusterFigures figures(String name, String leader)
      throws IOException, InterruptedException {
    while (true) {
      ClusterFigures figures =
          LiveJson.snapshot(page(name, "/api/live").getBytes(StandardCharsets.UTF_8)).cluster();
      if (figures != null && leader.equals(figures.leader()) && figures.applied() > 0) {
        return figures;
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  private String page(String name, String path) throws IOException, InterruptedException {
    InetSocketAddress admin = cluster.server(name).adminAddress().orElseThrow();
    return http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.getPort() + path))
                .timeout(Duration.ofSeconds(10))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
