package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.processor.log.GroupCommit;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.WriteRequest;
import dev.yardmaster.validator.BatchLinks;
import dev.yardmaster.validator.BatchSettings;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Reservations;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorConfig;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests when the log's agent writes, forces and acknowledges commits. The test runs the log's agent
 * one duty cycle at a time.
 */
class GroupCommitTest {

  private static final ValidatorConfig VALIDATOR =
      new ValidatorConfig(false, false, 100, 0, 1, 1, false, 1_000, false, ReorderConfig.DEFAULT);
  private static final int LOSS_MS = 10;
  private static final long MS = 1_000_000L;

  @TempDir private Path directory;

  private final Queue<ValidationRequest> toValidator = new ArrayDeque<>();
  private final Queue<ValidationRequest> toLog = new ArrayDeque<>();
  private final Queue<ValidationRequest> answers = new ArrayDeque<>();
  private final RecordEncoder encoder = new RecordEncoder();
  private final Fingerprints fingerprints = new Fingerprints(1, 2);
  private final Watermark watermark = new Watermark(1 << 10);
  private final Validator validator =
      new Validator(
          VALIDATOR,
          BatchSettings.fixed(VALIDATOR),
          List.of(toValidator),
          new CommittedVersions(64),
          watermark,
          new LogicalRanges(watermark),
          new Reservations(1_000, watermark, () -> 0),
          toLog,
          AccessSets::new,
          1,
          BatchLinks.IN_MEMORY,
          () -> 0);
  private FileDisk disk;
  private CommitLog log;
  private long nowNs;
  private long transactions;

  @BeforeEach
  void open() throws IOException {
    disk = FileDisk.open(directory);
    log =
        CommitLog.begin(
            disk,
            1 << 24,
            1 << 16,
            Recovery.run(disk, (write, version) -> {}, (a, b) -> {}),
            () -> 0);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
    disk.close();
  }

  private GroupCommit agent(boolean isSync, int lossMs) {
    return new GroupCommit(toLog, log, isSync, lossMs, () -> nowNs);
  }

  /**
   * Validates {@code count} transactions with one write each, and passes them to the log's queue.
   */
  private List<ValidationRequest> commit(int count) {
    List<ValidationRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Key key = Key.of("notes", ++transactions);
      RunBuffer run =
          new RunBuffer(new WriteSet(), fingerprints, new TransactionLimits(10, 100, 1_000, 1), 1);
      ValidationRequest request = new ValidationRequest(0, answers);
      TransactionSlot slot =
          new TransactionSlot(
              0, run, new ReadRequest[0], new WriteRequest[0], request, null, encoder);
      slot.admit(
          new ProcedureCall(null, null, TransactionOptions.defaults(), null, 0, false),
          transactions);
      run.writes.write(run.writes.add(key, fingerprints.of(key)), new byte[] {1});
      request.begin(transactions, 0, 1);
      request.transaction(slot, true, false);
      slot.fillAccesses();
      toValidator.add(request);
      requests.add(request);
    }
    validator.agents().get(0).doWork();
    assertEquals(0, answers.size(), "no commit may be answered before it is in the log");
    return requests;
  }

  private List<ValidationRequest> answered() {
    List<ValidationRequest> all = List.copyOf(answers);
    answers.clear();
    return all;
  }

  @Test
  void whatHasArrivedIsOneGroupAndAnsweredWhenItIsForced() {
    GroupCommit agent = agent(true, LOSS_MS);
    assertEquals(0, agent.doWork());
    List<ValidationRequest> group = commit(50);
    assertTrue(agent.doWork() > 0);
    assertEquals(group, answered());
    assertEquals(50, log.forcedVersion());
    assertEquals(1, log.size().groups());
    assertEquals(1, log.size().forces());
    agent.doWork();
    assertEquals(1, log.size().forces(), "an idle log must not force the disk");
    List<ValidationRequest> one = commit(1);
    agent.doWork();
    assertEquals(one, answered(), "a single commit must not wait for other commits");
    assertEquals(2, log.size().forces());
  }

  @Test
  void asyncAnswersWhatIsWrittenAndForcesWhenItIsOldEnough() {
    GroupCommit agent = agent(false, LOSS_MS);
    List<ValidationRequest> first = commit(3);
    agent.doWork();
    assertEquals(first, answered());
    assertEquals(3, log.appendedVersion());
    assertEquals(0, log.forcedVersion());
    nowNs += LOSS_MS * MS - 1;
    List<ValidationRequest> second = commit(2);
    agent.doWork();
    assertEquals(second, answered());
    assertEquals(
        0,
        log.forcedVersion(),
        "the oldest commit is not old enough, so the log must not be forced");
    nowNs += 1;
    agent.doWork();
    assertEquals(5, log.forcedVersion(), "the log must be forced even if no more commits arrive");
    assertEquals(1, log.size().forces());
    nowNs += 100 * LOSS_MS * MS;
    List<ValidationRequest> third = commit(1);
    agent.doWork();
    assertEquals(third, answered());
    assertEquals(5, log.forcedVersion(), "the age of a new group must begin with its first commit");
    nowNs += LOSS_MS * MS;
    agent.doWork();
    assertEquals(6, log.forcedVersion());
  }

  @Test
  void aLongAgeIsNotExceededAlthoughTheThreadSleeps() {
    GroupCommit agent = agent(false, 200);
    commit(1);
    agent.doWork();
    nowNs += 190 * MS - 1;
    agent.doWork();
    assertEquals(0, log.forcedVersion());
    nowNs += 1;
    agent.doWork();
    assertEquals(1, log.forcedVersion(), "the thread may sleep for 10 ms");
  }

  @Test
  void asyncForcesBeforeTooMuchIsAtStake() {
    GroupCommit agent = agent(false, 60_000);
    int commits = 0;
    while (log.size().forces() == 0 && commits < 1 << 17) {
      commits += commit(64).size();
      agent.doWork();
      answered().forEach(request -> watermark.installed(request.commitVersion()));
    }
    assertEquals(1 << 16, commits);
  }
}
