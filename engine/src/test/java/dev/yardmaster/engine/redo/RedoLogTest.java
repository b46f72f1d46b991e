package dev.yardmaster.engine.redo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.RecordEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the log without a thread of its own: the test itself executes the log's steps. */
@Timeout(60)
class RedoLogTest {

  private static final SharedWords WORDS = new SharedWords(null);

  private final List<Throwable> failures = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  @TempDir private Path directory;
  private DataDirectory data;

  @BeforeEach
  void open() {
    data =
        DataDirectory.open(
            directory,
            FileDisk::open,
            1 << 26,
            1 << 16,
            (write, version) -> {},
            (bytes, of) -> {},
            () -> 0);
  }

  @AfterEach
  void close() throws Exception {
    data.close();
  }

  private RedoLog log(int writers, Forcing forcing) {
    return new RedoLog(data.log(), 0, writers, forcing, failures::add);
  }

  private static RedoRecord record(long id, int bytes) {
    RedoRecord record = new RedoRecord();
    record.add(Key.of("rows", id), new byte[bytes]);
    return record;
  }

  /**
   * Registers an acknowledgement under a name. When the log completes the acknowledgement, the name
   * and the number of forces until then are added to {@link #told}.
   */
  private void tell(RedoLog log, String name, long through) {
    CommitLog commits = data.log();
    log.whenAcknowledged(
        new DurableListener() {
          @Override
          public void onDisk() {
            told.add(name + " after " + commits.size().forces());
          }

          @Override
          public void lost(Throwable why) {
            told.add(name + " lost");
          }
        },
        through);
  }

  /** Three commits arrive before the log's thread runs. */
  @ParameterizedTest
  @CsvSource({
    "true, '1 after 1, 2 after 1, 3 after 1'",
    "false, '1 after 1, 2 after 2, 3 after 3'"
  })
  void commitsShareAForceOnlyWithGroupCommit(boolean groupCommit, String expected) {
    RedoLog log = log(1, groupCommit ? Forcing.groups() : Forcing.eachCommit());
    LogWriter writer = log.writer(WORDS);
    for (int i = 1; i <= 3; i++) {
      assertEquals(i, writer.append(record(i, 8), i));
      tell(log, String.valueOf(i), log.lastVersion());
    }
    log.end();
    log.run();
    assertEquals(List.of(), failures);
    assertEquals(expected, String.join(", ", told));
  }

  @Test
  void anAcknowledgementWaitsForEarlierReservations() {
    RedoLog log = log(2, Forcing.groups());
    LogWriter slow = log.writer(WORDS);
    LogWriter quick = log.writer(WORDS);
    RedoRecord first = record(1, 8);
    long reserved = slow.reserve(first);
    long second = quick.append(record(2, 8), 2);
    tell(log, "second", second);
    assertFalse(log.work());
    assertFalse(log.isAcknowledged(reserved));
    slow.fill(first, 1);
    assertTrue(log.work());
    assertEquals(List.of("second after 1"), told);
    assertTrue(log.isAcknowledged(second));
    assertEquals(2, data.log().size().transactions());
  }

  @Test
  void anAbortedTransactionLeavesNothingOnDisk() {
    RedoLog log = log(1, Forcing.groups());
    LogWriter writer = log.writer(WORDS);
    long version = writer.reserve(record(1, 1_000));
    writer.skip();
    writer.skip(); // Has no effect without a reservation.
    tell(log, "aborted", version);
    assertTrue(log.work());
    assertEquals(List.of("aborted after 0"), told);
    assertEquals(0, data.log().size().transactions());
    // The skipped version counts as forced, so it does not delay a checkpoint.
    assertEquals(log.lastVersion(), data.log().forcedVersion());
  }

  @Test
  void whatIsForcedIsAcknowledgedAtOnce() {
    RedoLog log = log(1, Forcing.groups());
    LogWriter writer = log.writer(WORDS);
    long forced = writer.append(record(1, 8), 1);
    assertTrue(log.work());
    long unforced = writer.append(record(2, 8), 2);
    assertTrue(log.isAcknowledged(forced));
    assertFalse(log.isAcknowledged(unforced));
  }

  @Test
  void aRecordLongerThanTheRingIsLogged() {
    RedoLog log = log(1, Forcing.groups());
    LogWriter writer = log.writer(WORDS);
    int bytes = 5 << 20;
    long large = writer.append(record(1, bytes), 1);
    assertEquals(large + 1, writer.append(record(2, 8), 2));
    tell(log, "both", large + 1);
    while (told.isEmpty()) {
      assertTrue(log.work());
    }
    assertEquals(List.of("both after 2"), told);
    assertTrue(data.log().size().writtenBytes() > bytes);
  }

  @Test
  void aFullRingGetsRoomFromTheLogsThread() throws Exception {
    RedoLog log = log(1, Forcing.groups());
    LogWriter writer = log.writer(WORDS);
    Thread thread = new Thread(log);
    thread.start();
    int commits = 5_000;
    for (int i = 0; i < commits; i++) {
      var unused = writer.append(record(i, 4_000), i);
    }
    DiskWait wait = new DiskWait();
    wait.begin();
    log.whenAcknowledged(wait);
    assertEquals(null, wait.await());
    assertEquals(commits, data.log().size().transactions());
    log.end();
    thread.join();
  }

  /**
   * The threads of a group wake one another, so if one were not woken, others would wait forever.
   */
  @Test
  void everyThreadOfAGroupIsWoken() throws Exception {
    int threads = 40;
    int each = 25;
    RedoLog log = log(threads, Forcing.groups());
    Thread ofLog = new Thread(log);
    ofLog.start();
    List<Thread> all = new ArrayList<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int i = 0; i < threads; i++) {
      LogWriter writer = log.writer(WORDS);
      all.add(
          new Thread(
              () -> {
                DiskWait wait = new DiskWait();
                for (int commit = 0; commit < each; commit++) {
                  long version = writer.append(record(commit, 8), commit);
                  wait.begin();
                  log.whenAcknowledged(wait, version);
                  Throwable lost = wait.await();
                  failure.compareAndSet(null, lost);
                  if (!log.isAcknowledged(version)) {
                    failure.set(new AssertionError("woken too early: " + version));
                  }
                }
              }));
    }
    all.forEach(Thread::start);
    for (Thread thread : all) {
      thread.join();
    }
    log.end();
    ofLog.join();
    assertEquals(null, failure.get());
    assertEquals((long) threads * each, data.log().size().transactions());
  }

  /**
   * A thread whose wait is over wakes other threads. The waits of the woken threads must be over by
   * then.
   */
  @Test
  void aWaitIsOverAfterThoseOfTheThreadsThatItWakes() {
    List<Integer> tooEarly = new ArrayList<>();
    List<DiskWait> group =
        new ArrayList<>() {
          @Override
          public DiskWait get(int index) {
            DiskWait wait = super.get(index);
            boolean later = false;
            for (int i = size() - 1; i >= 0; i--) {
              boolean over = super.get(i).isOver();
              if (over && later) {
                tooEarly.add(i);
              }
              later |= !over;
            }
            return wait;
          }
        };
    for (int i = 0; i < 40; i++) {
      group.add(new DiskWait());
      group.get(i).begin();
    }
    DiskWait last = group.get(39);
    DiskWait.completeAll(group);
    assertEquals(List.of(), tooEarly);
    assertTrue(last.isOver());
    assertEquals(0, group.size());
  }

  /** If the log cannot take a record, workers that wait for room must not wait forever. */
  @Test
  void aRecordThatCannotBeAppendedLeavesItsRoom() {
    RedoLog log = log(1, Forcing.groups());
    LogWriter writer = log.writer(WORDS);
    CommitContent broken =
        new CommitContent() {
          @Override
          public long length(RecordEncoder encoder) {
            return 10;
          }

          @Override
          public void put(RecordEncoder encoder) {
            throw new IllegalStateException("no row");
          }
        };
    while (writer.hasRoom()) {
      var unused = writer.reserve(broken);
      writer.skip();
    }
    // The log fails when it takes a record with an unexpected length.
    long version = writer.reserve(broken);
    int at = log.ring().at(version, 1);
    log.ring().view().putLong(at, -1).putLong(at + Long.BYTES, -1);
    log.ring().publish(version, 1, false);
    assertFalse(log.work());
    assertEquals(1, failures.size());
    assertTrue(writer.hasRoom());
  }

  @Test
  void aCommitThatCannotBeEncodedEndsTheLog() {
    RedoLog log = log(1, Forcing.groups());
    LogWriter writer = log.writer(WORDS);
    CommitContent broken =
        new CommitContent() {
          @Override
          public long length(RecordEncoder encoder) {
            return 10;
          }

          @Override
          public void put(RecordEncoder encoder) {
            throw new IllegalStateException("no row");
          }
        };
    var unused = writer.reserve(broken);
    writer.fill(broken, 1);
    long later = writer.append(record(2, 8), 2);
    tell(log, "later", later);
    assertTrue(log.work());
    assertEquals(List.of("later lost"), told);
    assertEquals(1, failures.size());
    assertInstanceOf(IllegalStateException.class, log.failure());
    assertEquals(0, data.log().size().transactions());
    assertThrows(IllegalStateException.class, () -> log.writer(WORDS));
  }

  @Test
  void afterTheEndAcknowledgementsAreLost() {
    RedoLog log = log(1, Forcing.groups());
    long version = log.writer(WORDS).append(record(1, 8), 1);
    log.end();
    log.run();
    assertTrue(log.isAcknowledged(version));
    tell(log, "late", version + 1);
    assertEquals(List.of("late lost"), told);
  }
}
