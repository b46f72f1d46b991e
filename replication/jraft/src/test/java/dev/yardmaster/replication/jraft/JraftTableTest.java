package dev.yardmaster.replication.jraft;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests three machines with a real log and real tables. The data of each machine is larger than its
 * memory.
 */
@Timeout(120)
class JraftTableTest {

  private static final int KEYS = 1_000;
  private static final int KEYS_OF_A_TRANSACTION = 20;
  private static final int KEYS_OF_A_READ = 100;
  private static final int VALUE_BYTES = 200;

  /** A quarter of the data. */
  private static final long MEMORY_BYTES = KEYS * VALUE_BYTES / 4;

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(17);
  private final List<Member> members = new ArrayList<>();
  private final Map<String, ReplicatedPipeline> machines = new TreeMap<>();

  /** The last value of each key; null if the key is deleted. */
  private final Map<Integer, Long> expected = new HashMap<>();

  private long transactions;

  @BeforeEach
  void startThreeMachines() throws IOException {
    for (int i = 1; i <= 3; i++) {
      members.add(LogCluster.freeMember("n" + i));
    }
    for (Member member : members) {
      start(member, members);
    }
  }

  private void start(Member member, List<Member> initialMembers) throws IOException {
    MemberSettings settings =
        new MemberSettings(
            member,
            initialMembers,
            folder.resolve(member.name()),
            Duration.ofSeconds(1),
            MemberSettings.MAX_ENTRY_BYTES);
    PipelineConfig config =
        PipelineConfig.builder()
            .concurrency(32)
            .storageWorkers(2)
            .maxDataBytes(MEMORY_BYTES)
            .storage(Storage.DISK)
            .build();
    machines.put(
        member.name(), ReplicatedPipeline.start(config, new JraftEngine(), settings, List.of()));
  }

  private Member member(String name) {
    return members.get(Integer.parseInt(name.substring(1)) - 1);
  }

  @AfterEach
  void closeMachines() {
    machines.values().forEach(ReplicatedPipeline::close);
  }

  private String leader() {
    while (true) {
      for (Map.Entry<String, ReplicatedPipeline> machine : machines.entrySet()) {
        if (machine.getValue().pipeline().isPresent()) {
          return machine.getKey();
        }
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static byte[] value(long number) {
    byte[] value = new byte[VALUE_BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      value[i] = (byte) (number >>> (8 * i));
    }
    return value;
  }

  /**
   * Writes or deletes some keys in one transaction. The method submits the transaction until it has
   * committed, because the leader refuses it while memory is full of changes. The transaction may
   * commit twice, which has the same effect.
   */
  private void write(int first) {
    transactions++;
    long number = transactions;
    boolean deletes = random.nextInt(8) == 0;
    Outcome<Object> outcome;
    do {
      Pipeline leading = machines.get(leader()).pipeline().orElse(null);
      outcome =
          leading == null
              ? null
              : leading.execute(
                  transaction -> {
                    for (int i = first; i < first + KEYS_OF_A_TRANSACTION; i++) {
                      if (deletes) {
                        transaction.delete(Key.of("t", i));
                      } else {
                        transaction.put(Key.of("t", i), value(number));
                      }
                    }
                    return null;
                  },
                  TransactionOptions.defaults());
    } while (!(outcome instanceof Outcome.Committed));
    for (int i = first; i < first + KEYS_OF_A_TRANSACTION; i++) {
      expected.put(i, deletes ? null : number);
    }
  }

  private void writeAll() {
    for (int first = 0; first < KEYS; first += KEYS_OF_A_TRANSACTION) {
      write(first);
    }
  }

  private void writeSome() {
    for (int i = 0; i < 20; i++) {
      write(random.nextInt(KEYS - KEYS_OF_A_TRANSACTION));
    }
  }

  /**
   * Takes a snapshot. If the machine is already taking a snapshot by itself, the request fails, so
   * the method repeats it.
   */
  private void snapshot(String name) throws Exception {
    ReplicatedPipeline machine = machines.get(name);
    long until = machine.status().appliedIndex();
    while (true) {
      long index =
          machine
              .log()
              .snapshot()
              .handle((done, failure) -> done == null ? 0 : done)
              .get(30, SECONDS);
      if (index >= until) {
        return;
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Makes a machine the leader, and compares all its data with what was written. */
  private void assertHasAll(String name) throws Exception {
    for (int first = 0; first < KEYS; first += KEYS_OF_A_READ) {
      OneShot.Result found = read(name, first);
      for (int i = first; i < first + KEYS_OF_A_READ; i++) {
        Long number = expected.get(i);
        byte[] value = number == null ? null : value(number);
        assertArrayEquals(value, found.get(Key.of("t", i)), name + ": key " + i);
      }
    }
  }

  /** Makes a machine the leader, and reads keys from it. */
  private OneShot.Result read(String name, int first) throws Exception {
    OneShot.Builder keys = OneShot.builder();
    for (int i = first; i < first + KEYS_OF_A_READ; i++) {
      keys.read(Key.of("t", i));
    }
    OneShot reads = keys.build();
    while (true) {
      Pipeline leading = machines.get(name).pipeline().orElse(null);
      if (leading == null) {
        String leader = leader();
        if (!leader.equals(name)) {
          var unused =
              machines
                  .get(leader)
                  .log()
                  .transferLeadership(name)
                  .handle((done, failure) -> failure)
                  .get(30, SECONDS);
        }
        continue;
      }
      Outcome<OneShot.Result> outcome =
          leading.submit(reads).toCompletableFuture().get(30, SECONDS);
      if (outcome instanceof Outcome.Committed<OneShot.Result> committed) {
        return committed.value();
      }
    }
  }

  private Path lastSnapshot(String name) throws IOException {
    Path snapshots = folder.resolve(name).resolve("snapshots");
    if (!Files.exists(snapshots)) {
      return null;
    }
    try (Stream<Path> files = Files.list(snapshots)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("snapshot_"))
          .max(
              Comparator.comparing(
                  file -> Long.parseLong(file.getFileName().toString().substring(9))))
          .orElse(null);
    }
  }

  /** Asserts that a snapshot has a table, and that its checkpoint file contains no entries. */
  private static void assertHasTable(Path snapshot) throws IOException {
    assertTrue(Files.exists(snapshot.resolve("replica/table/CURRENT")), snapshot.toString());
    try (Stream<Path> files = Files.list(snapshot.resolve("replica"))) {
      Path checkpoint = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      assertTrue(Files.size(checkpoint) < 100, checkpoint.toString());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void aLostLeaderAndAWipedMachineHaveAllDataAgain() throws Exception {
    writeAll();
    for (String name : List.copyOf(machines.keySet())) {
      snapshot(name); // So the machine no longer has the log from its beginning.
      writeSome();
    }
    String lost = leader();
    machines.remove(lost).close();
    writeSome();
    String wiped =
        machines.keySet().stream().filter(name -> !name.equals(leader())).findFirst().orElseThrow();
    start(member(lost), members);
    assertHasAll(lost);

    machines.remove(wiped).close();
    delete(folder.resolve(wiped));
    writeSome();
    // No machine has the log from its beginning. No machine takes another snapshot now: it would be
    // refused for 10 s, in which the lost machine may be loading a snapshot that it has copied.
    start(member(wiped), List.of());
    assertHasAll(wiped);
    assertTrue(lastSnapshot(wiped) != null);
    snapshot(wiped);
    assertHasTable(lastSnapshot(wiped));
    for (String name : List.copyOf(machines.keySet())) {
      writeSome();
      assertHasAll(name);
    }
  }

  @Test
  void machinesThatAllStopStartWithTheTablesOfTheirSnapshots() throws Exception {
    writeAll();
    for (String name : List.copyOf(machines.keySet())) {
      snapshot(name);
    }
    writeSome();
    for (String name : List.copyOf(machines.keySet())) {
      machines.remove(name).close();
    }
    for (Member member : members) {
      start(member, members);
    }
    for (String name : List.copyOf(machines.keySet())) {
      assertHasAll(name);
      writeSome();
    }
    assertEquals(3, machines.size());
  }
}
