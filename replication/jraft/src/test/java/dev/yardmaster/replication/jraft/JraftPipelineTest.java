package dev.yardmaster.replication.jraft;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.pipeline.ReplicatedPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests three machines in this process that replicate a real log. */
@Timeout(120)
class JraftPipelineTest {

  private static final Key KEY = Key.of("counter", 1);

  @TempDir Path folder;

  private final List<Member> members = new ArrayList<>();
  private final Map<String, ReplicatedPipeline> machines = new ConcurrentSkipListMap<>();

  @BeforeEach
  void startThreeMachines() throws IOException {
    for (int i = 1; i <= 3; i++) {
      members.add(LogCluster.freeMember("n" + i));
    }
    for (Member member : members) {
      start(member);
    }
  }

  private void start(Member member) throws IOException {
    start(member, members);
  }

  private void start(Member member, List<Member> initialMembers) throws IOException {
    MemberSettings settings =
        new MemberSettings(
            member,
            initialMembers,
            folder.resolve(member.name()),
            Duration.ofSeconds(1),
            MemberSettings.MAX_ENTRY_BYTES);
    machines.put(
        member.name(),
        ReplicatedPipeline.start(
            PipelineConfig.builder().concurrency(32).build(),
            new JraftEngine(),
            settings,
            List.of()));
  }

  @AfterEach
  void closeMachines() {
    machines.values().forEach(ReplicatedPipeline::close);
  }

  /**
   * Adds 1 in a transaction with an id. The method submits the transaction repeatedly, with the
   * same id, until it has committed.
   */
  private void add(long number) {
    TransactionOptions options =
        TransactionOptions.defaults()
            .withId(new TransactionId(System.currentTimeMillis(), 0, number));
    while (true) {
      Optional<Pipeline> leading = leader();
      if (leading.isPresent()
          && leading
                  .get()
                  .execute(
                      transaction -> {
                        byte[] value = transaction.get(KEY);
                        long sum = value == null ? 0 : transaction.getLong(KEY);
                        transaction.putLong(KEY, sum + 1);
                        return null;
                      },
                      options)
              instanceof Outcome.Committed) {
        return;
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private Optional<Pipeline> leader() {
    return machines.values().stream()
        .map(ReplicatedPipeline::pipeline)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private String otherThan(String leader, String restarted) {
    return machines.keySet().stream()
        .filter(name -> !name.equals(leader) && !name.equals(restarted))
        .findFirst()
        .orElseThrow();
  }

  private String leaderName() {
    while (true) {
      for (Map.Entry<String, ReplicatedPipeline> machine : machines.entrySet()) {
        if (machine.getValue().pipeline().isPresent()) {
          return machine.getKey();
        }
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void everyTransactionCommitsOnceAlthoughLeadersAreLost() throws Exception {
    long added = 0;
    String restarted = "";
    for (int lost = 0; lost < 3; lost++) {
      for (int i = 0; i < 20; i++) {
        added++;
        add(added);
      }
      String name = leaderName();
      machines.remove(name).close();
      added++;
      add(added);
      start(members.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow());
      restarted = name;
    }
    String name = leaderName();
    String next = otherThan(name, restarted);
    machines.get(name).log().transferLeadership(next).get();
    added++;
    add(added);

    String last = leaderName();
    long sum = machines.get(last).pipeline().orElseThrow().execute(reading -> reading.getLong(KEY));
    assertEquals(added, sum);
  }

  @Test
  void machinesThatAllStopStartAgainWithTheirData() throws Exception {
    add(1);
    add(2);
    for (String name : List.copyOf(machines.keySet())) {
      machines.remove(name).close();
    }
    for (Member member : members) {
      start(member);
    }
    add(3);
    String name = leaderName();
    long sum = machines.get(name).pipeline().orElseThrow().execute(reading -> reading.getLong(KEY));
    assertEquals(3, sum);
    assertTrue(machines.get(name).status().term() > 1);
  }

  /**
   * All machines take snapshots while the leader commits. So every machine, whichever leads, has
   * removed entries from its log.
   */
  @Test
  void aWipedMachineStartsFromASnapshotThatWasTakenUnderLoad() throws Exception {
    String first = leaderName();
    AtomicLong added = new AtomicLong();
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> client =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                add(added.incrementAndGet());
              }
            });
    String wiped = otherThan(first, "");
    for (int i = 0; i < 2; i++) {
      for (ReplicatedPipeline machine : machines.values()) {
        long before = machine.status().appliedIndex();
        long index = machine.log().snapshot().get(30, SECONDS);
        assertTrue(index >= before, "snapshot at " + index + " after " + before);
        long more = added.get() + 20;
        while (added.get() < more) {
          LockSupport.parkNanos(1_000_000);
        }
      }
      if (i == 0) {
        machines.remove(wiped).close();
        delete(folder.resolve(wiped));
      }
    }
    // A wiped member must not vote with an empty log, so it starts without initial members, like a
    // new member.
    start(members.get(Integer.parseInt(wiped.substring(1)) - 1), List.of());
    Path snapshots = folder.resolve(wiped).resolve("snapshots");
    while (!hasSnapshot(snapshots)) {
      LockSupport.parkNanos(1_000_000);
    }
    over.set(true);
    client.get(30, SECONDS);

    long committed = machines.get(leaderName()).status().appliedIndex();
    while (machines.get(wiped).status().appliedIndex() < committed) {
      LockSupport.parkNanos(1_000_000);
    }
    machines.get(leaderName()).log().transferLeadership(wiped).get(30, SECONDS);
    while (machines.get(wiped).pipeline().isEmpty()) {
      LockSupport.parkNanos(1_000_000);
    }
    Pipeline last = machines.get(wiped).pipeline().orElseThrow();
    assertEquals(added.get(), last.<Long>execute(reading -> reading.getLong(KEY)));
  }

  private static boolean hasSnapshot(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("snapshot_"));
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
