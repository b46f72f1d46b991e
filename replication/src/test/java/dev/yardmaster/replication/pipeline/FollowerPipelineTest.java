package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.SharedLog;
import dev.yardmaster.service.OpenSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests two machines that run on their own threads. At first, n1 leads and n2 serves snapshots. */
@Timeout(60)
class FollowerPipelineTest {

  private static final Key KEY = Key.of("t", 1);

  private final SharedLog log = new SharedLog();
  private final Map<String, ReplicatedPipeline> machines = new LinkedHashMap<>();

  private void start(Storage storage) throws Exception {
    for (String name : List.of("n1", "n2")) {
      Member self = new Member(name, "127.0.0.1", 7000);
      machines.put(name, start(self, storage));
    }
    log.elect("n1", 0);
    log.settle("n1");
  }

  private ReplicatedPipeline start(Member self, Storage storage) throws IOException {
    return ReplicatedPipeline.start(
        PipelineConfig.builder().concurrency(32).storage(storage).build(),
        log,
        new MemberSettings(
            self,
            List.of(self),
            Path.of("unused"),
            Duration.ofSeconds(1),
            MemberSettings.MAX_ENTRY_BYTES),
        given -> new DiskParts(given, 4_000),
        new ReplicatedPipeline.ThreadPipelines(List.of(), TermListener.NONE));
  }

  @AfterEach
  void close() {
    machines.values().forEach(ReplicatedPipeline::close);
    log.close();
  }

  private void put(String leader, long value) {
    Pipeline pipeline = machines.get(leader).pipeline().orElseThrow();
    var unused =
        pipeline.execute(
            transaction -> {
              transaction.putLong(KEY, value);
              return value;
            });
  }

  private CompletableFuture<OpenSnapshot> opening(String name, SnapshotOptions options) {
    return machines.get(name).snapshot(options).toCompletableFuture();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static ErrorCode codeOf(CompletionStage<?> stage) {
    return ((YardmasterException)
            assertThrows(CompletionException.class, stage.toCompletableFuture()::join).getCause())
        .code();
  }

  private static long read(OpenSnapshot snapshot) throws Exception {
    return Values.toLong(KEY, get(snapshot.values(List.of(KEY)))[0]);
  }

  @ParameterizedTest
  @EnumSource(names = {"MEMORY", "DISK"})
  void aStrictSnapshotHasEveryCommitThatWasAcknowledged(Storage storage) throws Exception {
    start(storage);
    OpenSnapshot first = null;
    for (int value = 1; value <= 100; value++) {
      put("n1", value);
      OpenSnapshot snapshot = get(opening("n2", SnapshotOptions.strict()));
      assertEquals(value, read(snapshot));
      if (first == null) {
        first = snapshot;
      } else {
        snapshot.close();
      }
    }
    assertEquals(1, read(first));
    assertEquals(1, machines.get("n2").openSnapshots());
    assertEquals(100, machines.get("n2").confirmations());
    first.close();
    assertEquals(0, machines.get("n2").openSnapshots());
  }

  @Test
  void aMachineThatIsBehindOpensNoStrictSnapshot() throws Exception {
    start(Storage.MEMORY);
    put("n1", 1);
    get(opening("n2", SnapshotOptions.strict())).close();
    Runnable goOn = log.pause("n2");
    put("n1", 2);

    CompletableFuture<OpenSnapshot> strict = opening("n2", SnapshotOptions.strict());
    OpenSnapshot stale =
        get(opening("n2", SnapshotOptions.staleBy(Duration.ofHours(1)))); // This sends no message.

    assertEquals(1, read(stale));
    assertFalse(strict.isDone());
    goOn.run();
    assertEquals(2, read(get(strict)));
    assertEquals(1, read(stale));
  }

  @Test
  void snapshotsEndWhenTheirMachineLeadsAndBeginAgainAfterIt() throws Exception {
    start(Storage.MEMORY);
    put("n1", 1);
    OpenSnapshot snapshot = get(opening("n2", SnapshotOptions.strict()));

    log.elect("n2", 0);
    log.settle("n2");

    assertEquals(ErrorCode.CLOSED, codeOf(snapshot.values(List.of(KEY))));
    assertEquals(ErrorCode.CLOSED, codeOf(opening("n2", SnapshotOptions.strict())));
    put("n2", 2);
    log.settle("n1");
    assertEquals(2, read(get(opening("n1", SnapshotOptions.strict()))));

    log.elect("n1", 0);
    log.settle("n2");
    log.settle("n1");
    put("n1", 3);
    OpenSnapshot later = get(opening("n2", SnapshotOptions.strict()));
    put("n1", 4);
    assertEquals(3, read(later));
    assertEquals(1, machines.get("n2").openSnapshots());
  }

  @Test
  void withoutALeaderOnlyAnEarlierConfirmationServes() throws Exception {
    start(Storage.MEMORY);
    put("n1", 1);
    get(opening("n2", SnapshotOptions.strict())).close();
    log.silence();
    assertEquals(ErrorCode.NOT_LEADER, codeOf(opening("n2", SnapshotOptions.strict())));
    assertEquals(1, read(get(opening("n2", SnapshotOptions.staleBy(Duration.ofHours(1))))));
  }

  @Test
  void aSnapshotOfAClosedMachineAnswersWithAnError() throws Exception {
    start(Storage.MEMORY);
    OpenSnapshot snapshot = get(opening("n2", SnapshotOptions.strict()));
    machines.get("n2").close();
    assertEquals(ErrorCode.CLOSED, codeOf(snapshot.values(List.of(KEY))));
    assertTrue(opening("n2", SnapshotOptions.strict()).isCompletedExceptionally());
  }
}
