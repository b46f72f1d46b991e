package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.backend.ServedCluster;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.RootCommand;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests three servers that share one log: one server accepts transactions, and another server takes
 * over.
 */
@Timeout(120)
class ClusterTest {

  private static final Key COUNT = Key.of("counters", "count");

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

  private Outcome<OneShot.Result> add(String name) {
    return cluster
        .backEnd(name)
        .encoded()
        .submit(OneShot.builder().add(COUNT, 1).build(), TransactionOptions.defaults())
        .toCompletableFuture()
        .join();
  }

  private long count(String name) {
    Outcome<OneShot.Result> outcome =
        cluster
            .backEnd(name)
            .encoded()
            .submit(OneShot.builder().read(COUNT).build(), TransactionOptions.defaults())
            .toCompletableFuture()
            .join();
    return assertInstanceOf(Outcome.Committed.class, outcome).value() instanceof OneShot.Result r
        ? r.getLong(COUNT)
        : -1;
  }

  @Test
  void onlyTheLeaderAcceptsTransactionsAndTheOthersNameIt() throws Exception {
    String leader = cluster.awaitLeader();
    assertInstanceOf(Outcome.Committed.class, add(leader));
    for (String name : cluster.running()) {
      ServedCluster backEnd = cluster.backEnd(name);
      if (name.equals(leader)) {
        assertEquals(200, status(name, "/ready"));
        assertTrue(page(name, "/metrics").contains("yardmaster_cluster_leads 1.0"));
        assertTrue(page(name, "/metrics").contains("yardmaster_committed_total"));
        continue;
      }
      while (backEnd.leadership().leader().isEmpty()) {
        LockSupport.parkNanos(1_000_000);
      }
      YardmasterException refusal = assertInstanceOf(Outcome.Rejected.class, add(name)).error();
      assertEquals(ErrorCode.NOT_LEADER, refusal.code());
      assertEquals(cluster.clientAddress(leader), refusal.details().get("leader"));
      assertEquals(503, status(name, "/ready"));
      assertTrue(page(name, "/ready").contains(leader + " leads"), page(name, "/ready"));
      assertTrue(page(name, "/metrics").contains("yardmaster_cluster_leads 0.0"));
    }
  }

  @Test
  void whenTheLeaderStopsAnotherServerLeadsAndHasItsCommits() {
    String first = cluster.awaitLeader();
    assertInstanceOf(Outcome.Committed.class, add(first));
    long term = cluster.backEnd(first).leadership().term();
    long committed = cluster.backEnd(first).counters().committed();
    assertEquals(1, committed);
    cluster.close(first);
    String second = cluster.awaitLeader();
    assertNotEquals(first, second);
    assertTrue(cluster.backEnd(second).leadership().term() > term);
    assertInstanceOf(Outcome.Committed.class, add(second));
    assertEquals(2, count(second));
    cluster.start(first);
    cluster.close(second);
    assertEquals(2, count(cluster.awaitLeader()));
  }

  @Test
  void serversThatKeepTheirDataOnDiskHaveItAfterALostLeaderAndARestart() throws Exception {
    cluster.close();
    cluster = ServerCluster.startOnDisk(folder.resolve("disk"));
    String first = cluster.awaitLeader();
    assertInstanceOf(Outcome.Committed.class, add(first));
    for (String name : cluster.running()) {
      cluster.awaitFollower(name);
      long unused = cluster.backEnd(name).log().snapshot().get(30, TimeUnit.SECONDS);
      assertTrue(Files.exists(folder.resolve("disk").resolve(name).resolve("table/CURRENT")));
    }
    assertInstanceOf(Outcome.Committed.class, add(first));
    cluster.close(first);
    String second = cluster.awaitLeader();
    assertEquals(2, count(second));
    assertInstanceOf(Outcome.Committed.class, add(second));
    List<String> others = cluster.running();
    cluster.start(first);
    cluster.awaitFollower(first);
    for (String name : others) {
      cluster.close(name);
      cluster.start(name);
    }
    assertEquals(3, count(cluster.awaitLeader()));
  }

  /**
   * Another server leads after the restart. So no later backup at the restarted server would remove
   * the remains of the interrupted backup.
   */
  @Test
  void aStartRemovesWhatAnInterruptedBackupHasLeft() throws IOException {
    String name = cluster.awaitLeader();
    cluster.close(name);
    Path rest = Files.createDirectories(folder.resolve(name).resolve("backup"));
    Files.writeString(rest.resolve("checkpoint-00000000000000000007.tmp"), "half");
    cluster.start(name);
    assertFalse(Files.exists(rest));
  }

  @Test
  void aServerThatDrainsLetsAnotherOneLeadBeforeItsConnectionsClose() {
    String first = cluster.awaitLeader();
    cluster.server(first).drain();
    String second = cluster.awaitLeader();
    assertNotEquals(first, second);
    assertInstanceOf(Outcome.Rejected.class, add(first));
    assertInstanceOf(Outcome.Committed.class, add(second));
  }

  @Test
  void aClientWithAllAddressesFollowsTheLeader() {
    ClientConfig.Builder config = ClientConfig.builder().exactlyOnce(true);
    cluster.clientAddresses().forEach(config::address);
    try (YardmasterClient client = YardmasterClient.connect(config.build())) {
      for (int i = 1; i <= 3; i++) {
        long sum =
            client.execute(
                transaction -> {
                  long next = transaction.get(COUNT) == null ? 1 : transaction.getLong(COUNT) + 1;
                  transaction.putLong(COUNT, next);
                  return next;
                });
        assertEquals(i, sum);
        String leader = cluster.awaitLeader();
        cluster.close(leader);
        cluster.start(leader);
      }
      assertEquals(3, count(cluster.awaitLeader()));
    }
  }

  @Test
  void operatorsTransferTheLeadershipAndReplaceAServer() {
    String first = cluster.awaitLeader();
    String second = cluster.running().stream().filter(n -> !n.equals(first)).findFirst().get();
    assertTrue(said(0, first, "status").contains(first + " leads in term "));
    assertTrue(said(0, first, "status").contains("for clients at " + cluster.clientAddress("n3")));
    assertEquals("", changed(0, first, "transfer", second));
    assertEquals(second, cluster.awaitLeader());
    assertTrue(
        changed(1, second, "transfer", "n9").contains("\"n9\" is not one of the other members"));
    assertTrue(changed(1, second, "add", "n1").contains("is not NAME=HOST:PORT"));
    assertTrue(changed(1, second, "recover", second).contains("member " + second + " leads"));
    assertTrue(changed(1, second, "recover", first).contains("this server is " + second));
    assertInstanceOf(Outcome.Committed.class, add(second));

    cluster.close(first);
    assertEquals("", changed(0, second, "remove", first));
    String added = cluster.addMember();
    cluster.start(added);
    assertEquals("", changed(0, second, "add", cluster.member(added)));
    assertEquals("", changed(0, second, "transfer", added));
    assertEquals(added, cluster.awaitLeader());
    assertEquals(1, count(added));
    assertTrue(changed(1, second, "remove", added).contains("not the leader: " + added));
  }

  @Test
  void theTotalsOfAServerCoverItsTermsAndItsMetersAreThoseOfTheOpenPipeline() throws Exception {
    String first = cluster.awaitLeader();
    String second = cluster.running().stream().filter(n -> !n.equals(first)).findFirst().get();
    assertInstanceOf(Outcome.Committed.class, add(first));
    assertEquals("", changed(0, first, "transfer", second));
    assertEquals(second, cluster.awaitLeader());
    assertEquals(1, cluster.backEnd(first).counters().committed());
    assertFalse(page(first, "/metrics").contains("yardmaster_committed_total"));
    assertEquals("", changed(0, second, "transfer", first));
    assertEquals(first, cluster.awaitLeader());
    assertInstanceOf(Outcome.Committed.class, add(first));
    assertEquals(2, cluster.backEnd(first).counters().committed());
    assertTrue(page(first, "/metrics").contains("yardmaster_committed_total"));
  }

  @Test
  void aTransferMakesNoOutcomeUnknown() throws Exception {
    String first = cluster.awaitLeader();
    String second = cluster.running().stream().filter(n -> !n.equals(first)).findFirst().get();
    ExecutorService clients = Executors.newFixedThreadPool(4);
    List<Future<Outcome<OneShot.Result>>> last = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      last.add(
          clients.submit(
              () -> {
                Outcome<OneShot.Result> outcome = add(first);
                while (outcome instanceof Outcome.Committed) {
                  outcome = add(first);
                }
                return outcome;
              }));
    }
    assertEquals("", changed(0, first, "transfer", second));
    for (Future<Outcome<OneShot.Result>> client : last) {
      Outcome<OneShot.Result> outcome = client.get(30, TimeUnit.SECONDS);
      YardmasterException refusal =
          assertInstanceOf(Outcome.Rejected.class, outcome, outcome::toString).error();
      assertEquals(ErrorCode.NOT_LEADER, refusal.code());
    }
    clients.shutdown();
  }

  /**
   * Runs a command that changes the cluster at a server. Returns the command's output without the
   * lines that report success.
   */
  private String changed(int exitCode, String server, String... change) {
    return said(exitCode, server, change).replaceAll("(?m)^.*: done\\R", "");
  }

  /** Runs a command against a server, and returns the command's output. */
  private String said(int exitCode, String server, String... words) {
    StringWriter said = new StringWriter();
    int port = cluster.server(server).adminAddress().orElseThrow().getPort();
    List<String> arguments = new ArrayList<>(List.of("cluster"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("--server", "127.0.0.1:" + port));
    int code =
        RootCommand.of(new Console(() -> 0, false))
            .setOut(new PrintWriter(said))
            .setErr(new PrintWriter(said))
            .execute(arguments.toArray(String[]::new));
    assertEquals(exitCode, code, said::toString);
    return said.toString();
  }

  @Test
  void aDataDirectoryOfAnotherServerIsRefused() {
    String leader = cluster.awaitLeader();
    cluster.close(leader);
    YardmasterException single =
        assertThrows(
            YardmasterException.class,
            () ->
                YardmasterServer.start(
                    ServerConfig.builder()
                        .set("listen", "127.0.0.1:0")
                        .set("admin.listen", "none")
                        .set("data", folder.resolve(leader).toString())
                        .build(),
                    List.of()));
    assertTrue(single.getMessage().contains("a server of a cluster"), single.getMessage());

    String added = cluster.addMember();
    YardmasterException other =
        assertThrows(
            YardmasterException.class,
            () ->
                YardmasterServer.start(
                    cluster.config(added).set("data", folder.resolve(leader).toString()).build(),
                    List.of()));
    assertTrue(other.getMessage().contains("data of member " + leader), other.getMessage());
  }

  @Test
  void aClusterRefusesTheDataOfASingleServer() {
    String directory = folder.resolve("single").toString();
    YardmasterServer.start(
            ServerConfig.builder()
                .set("listen", "127.0.0.1:0")
                .set("admin.listen", "none")
                .set("data", directory)
                .build(),
            List.of())
        .close();
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () ->
                YardmasterServer.start(
                    cluster.config(cluster.addMember()).set("data", directory).build(), List.of()));
    assertTrue(refused.getMessage().contains("of a single server"), refused.getMessage());
  }

  @Test
  void aPortInUseIsAClearError() {
    String running = cluster.awaitLeader();
    YardmasterException refused =
        assertThrows(
            YardmasterException.class,
            () ->
                YardmasterServer.start(
                    cluster
                        .config(running)
                        .set("listen", "127.0.0.1:0")
                        .set("data", folder.resolve("other").toString())
                        .build(),
                    List.of()));
    assertEquals(ErrorCode.IO_FAILED, refused.code());
    assertTrue(refused.getMessage().contains("cannot listen"), refused.getMessage());
  }

  private int status(String name, String path) throws IOException, InterruptedException {
    return get(name, path).statusCode();
  }

  private String page(String name, String path) throws IOException, InterruptedException {
    return get(name, path).body();
  }

  private HttpResponse<String> get(String name, String path)
      throws IOException, InterruptedException {
    InetSocketAddress admin = cluster.server(name).adminAddress().orElseThrow();
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.getPort() + path))
            .timeout(Duration.ofSeconds(10))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
