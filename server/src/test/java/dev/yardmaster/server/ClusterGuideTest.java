package dev.yardmaster.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.yardmaster.api.Key;
import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.RootCommand;
import dev.yardmaster.server.config.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the guide to clusters on three servers in this process, while a client increments a
 * counter. The test runs the guide's commands, with the addresses of these servers.
 */
@Timeout(120)
class ClusterGuideTest {

  private static final Path GUIDE = Path.of("../docs/guide-cluster.md");
  private static final String COMMAND = "./yardmaster ";
  private static final Key COUNT = Key.of("counters", "count");

  @TempDir private Path folder;

  private ServerCluster cluster;
  private YardmasterClient client;
  private long counted;

  @BeforeEach
  void start() {
    cluster = ServerCluster.start(folder);
    cluster.awaitLeader();
    ClientConfig.Builder config = ClientConfig.builder().exactlyOnce(true);
    cluster.clientAddresses().forEach(config::address);
    client = YardmasterClient.connect(config.build());
    count();
  }

  @AfterEach
  void close() {
    client.close();
    cluster.close();
  }

  /**
   * Adds 1 to the counter. The final sum shows whether a transaction was lost or committed twice.
   */
  private void count() {
    counted++;
    long sum =
        client.execute(
            transaction -> {
              long next = transaction.get(COUNT) == null ? 1 : transaction.getLong(COUNT) + 1;
              transaction.putLong(COUNT, next);
              return next;
            });
    assertEquals(counted, sum);
  }

  private static List<String> commands(String kind) throws IOException {
    return Files.readAllLines(GUIDE).stream()
        .filter(line -> line.startsWith(COMMAND + kind))
        .toList();
  }

  /**
   * Runs, at the leader, the guide's command of a kind that changes the cluster. The argument of
   * the command is replaced.
   */
  private void change(String kind, String argument) throws IOException {
    run("cluster " + kind, kind, argument, "--server", leaderAdmin());
  }

  private String leaderAdmin() {
    return cluster.adminAddress(cluster.awaitLeader());
  }

  /**
   * Runs the guide's command of a kind, after replacing some of its words.
   *
   * @param after pairs of words: a word of the command, and the word that replaces the word after
   *     it
   */
  private void run(String kind, String... after) throws IOException {
    List<String> found = commands(kind);
    assertEquals(1, found.size(), kind);
    List<String> words =
        new ArrayList<>(List.of(found.get(0).substring(COMMAND.length()).split(" ")));
    for (int i = 0; i < after.length; i += 2) {
      words.set(words.indexOf(after[i]) + 1, after[i + 1]);
    }
    StringWriter said = new StringWriter();
    int code =
        RootCommand.of(new Console(() -> 0, false))
            .setOut(new PrintWriter(said))
            .setErr(new PrintWriter(said))
            .execute(words.toArray(String[]::new));
    assertEquals(0, code, said::toString);
  }

  private String other(String name) {
    return cluster.running().stream().filter(each -> !each.equals(name)).findFirst().orElseThrow();
  }

  @Test
  void everyServerIsUpgradedAndTheLeaderIsTheLast() throws IOException {
    String leader = cluster.awaitLeader();
    for (String follower : cluster.running().stream().filter(n -> !n.equals(leader)).toList()) {
      restart(follower);
    }
    change("transfer", other(leader));
    assertNotEquals(leader, cluster.awaitLeader());
    count();
    restart(leader);
  }

  private void restart(String name) {
    cluster.close(name);
    count();
    cluster.start(name);
    cluster.awaitFollower(name);
    count();
  }

  @Test
  void aServerThatIsLostIsReplaced() throws IOException {
    String lost = cluster.awaitLeader();
    cluster.close(lost);
    count();
    change("remove", lost);
    String added = cluster.replace(lost);
    cluster.start(added);
    change("add", cluster.member(added));
    change("transfer", added);
    assertEquals(added, cluster.awaitLeader());
    count();
  }

  @Test
  void theOnlyServerThatIsLeftGoesOnAlone() throws IOException {
    List<String> servers = List.copyOf(cluster.running());
    String left = servers.get(2);
    cluster.close(servers.get(0));
    cluster.close(servers.get(1));
    cluster.awaitNoLeader(left);
    run("cluster recover", "recover", left, "--server", cluster.adminAddress(left));
    assertEquals(left, cluster.awaitLeader());
    count();
    String added = cluster.replace(servers.get(0));
    cluster.start(added);
    change("add", cluster.member(added));
    count();
  }

  @Test
  void aBackupStartsOnASingleServerWhoseDataAreLoadedAgain() throws IOException {
    Path backup = folder.resolve("backup");
    run("backup", "--server", leaderAdmin(), "--to", backup.toString());
    count();
    PipelineConfig single = PipelineConfig.builder().durability(Durability.in(backup)).build();
    try (Pipeline pipeline = Pipeline.start(single)) {
      long backedUp = pipeline.execute(transaction -> transaction.getLong(COUNT));
      assertEquals(counted - 1, backedUp);
      pipeline.execute(
          transaction -> {
            transaction.putLong(COUNT, 100);
            transaction.putLong(Key.of("counters", "other"), 7);
            return null;
          });
    }

    String addresses = String.join(",", cluster.clientAddresses());
    run("load", "--from", backup.toString(), "--server", addresses);

    counted = 100;
    count();
    long other = client.execute(transaction -> transaction.getLong(Key.of("counters", "other")));
    assertEquals(7, other);
  }

  @Test
  void theGuidesConfigurationIsValid() throws IOException {
    String guide = Files.readString(GUIDE);
    String yaml = guide.substring(guide.indexOf("```yaml") + 8);
    Path file = folder.resolve("yardmaster.yaml");
    Files.writeString(
        file, yaml.substring(0, yaml.indexOf("```")) + "security:\n  allowInsecure: true\n");
    ServerConfig config = ServerConfig.load(Optional.of(file), Map.of(), Map.of());
    assertEquals("n1", config.cluster().orElseThrow().log().self().name());
  }
}
