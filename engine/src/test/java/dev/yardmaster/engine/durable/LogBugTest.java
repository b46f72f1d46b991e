package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.DurableListener;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.CommitLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two situations in which a log without threads could lose or block commits. In these
 * situations, the checks must also find planted bugs.
 */
@Timeout(60)
class LogBugTest {

  @TempDir private Path folder;

  /** Creates a log, with or without a planted bug. */
  private interface LogKind {
    RedoLog make(
        CommitLog log,
        long startVersion,
        int maxWriters,
        Forcing forcing,
        Consumer<Throwable> failed);
  }

  /**
   * A log with a bug: its workers do not skip the space that aborted transactions have reserved.
   */
  private static final LogKind WITHOUT_SKIPS =
      (log, startVersion, maxWriters, forcing, failed) ->
          new RedoLog(log, startVersion, maxWriters, forcing, failed) {
            @Override
            protected LogWriter newWriter(SharedWords words) {
              return new LogWriter(this, words) {
                @Override
                public void skip() {}
              };
            }
          };

  private static LogParts parts(LogKind kind) {
    return new LogParts() {
      @Override
      public RedoLog redoLog(
          CommitLog log,
          long startVersion,
          int maxWriters,
          Forcing forcing,
          Consumer<Throwable> failed) {
        return kind.make(log, startVersion, maxWriters, forcing, failed);
      }

      @Override
      public boolean startsThreads() {
        return false;
      }
    };
  }

  private Worker pipelined(Shop shop, int number, CommitListener listener) {
    return shop.database()
        .pipelinedWorker(number, new ThreadPace(System::nanoTime), listener, null);
  }

  /**
   * A transaction reserves space in the log and then aborts, because another transaction has
   * overwritten a row that the first transaction has read. The aborted transaction runs again,
   * commits, and waits for the disk.
   */
  private void abortsAfterTheReservation(LogKind kind) {
    Shop shop = Shop.open(folder, "silo", LogSettings.sync(), parts(kind));
    Worker other = pipelined(shop, 0, null);
    Worker worker = shop.worker(1);
    boolean[] isRepeated = {false};
    int restarts =
        worker.run(
            transaction -> {
              String seen = shop.read(transaction, 0, 5);
              if (!isRepeated[0]) {
                isRepeated[0] = true;
                other.run(meanwhile -> shop.put(meanwhile, 0, 5, "meanwhile"));
              }
              shop.put(transaction, 0, 6, "after " + seen);
            });
    assertEquals(1, restarts);
    shop.close();
    Shop again = Shop.open(folder, "silo", LogSettings.sync());
    again
        .worker(0)
        .run(transaction -> assertEquals("after meanwhile", again.read(transaction, 0, 6)));
    again.close();
  }

  @Test
  void anAbortedTransactionSkipsItsPlace() {
    abortsAfterTheReservation(RedoLog::new);
  }

  @Test
  void aPlaceThatIsNeitherFilledNorSkippedIsCaught() {
    IllegalStateException caught =
        assertThrows(IllegalStateException.class, () -> abortsAfterTheReservation(WITHOUT_SKIPS));
    assertTrue(caught.getMessage().startsWith("the log waits for a commit"), caught.getMessage());
  }

  @Test
  void aFullLogBehindAPlaceThatNobodyFillsIsReported() {
    Shop shop = Shop.open(folder, "silo", LogSettings.sync(), parts(WITHOUT_SKIPS));
    Worker other = pipelined(shop, 0, null);
    Worker worker = pipelined(shop, 1, null);
    worker.begin();
    AttemptResult result =
        worker.attempt(
            transaction -> {
              String seen = shop.read(transaction, 0, 5);
              other.run(meanwhile -> shop.put(meanwhile, 0, 5, "meanwhile"));
              shop.put(transaction, 0, 6, "after " + seen);
            });
    assertSame(AttemptResult.CONFLICT, result);
    IllegalStateException caught =
        assertThrows(
            IllegalStateException.class,
            () -> {
              for (int commit = 0; commit < 20_000; commit++) {
                other.run(transaction -> shop.put(transaction, 0, 7, "more"));
              }
            });
    assertTrue(caught.getMessage().startsWith("the log is full"), caught.getMessage());
  }

  /**
   * A first transaction has reserved space in the log, but has not filled this space yet. A second
   * transaction commits, with its record after the unfilled space. At this moment the machine
   * stops. Returns an error if an acknowledged commit is lost; null if none is.
   */
  private String acknowledgedBehindAGap(LogKind kind) throws IOException {
    Shop shop = Shop.open(folder.resolve("live"), "silo", LogSettings.sync(), parts(kind));
    Worker second = pipelined(shop, 0, null);
    List<String> told = new ArrayList<>();
    CommitListener between =
        new CommitListener() {
          @Override
          public void committing(long version, AccessSet accesses) {
            second.run(transaction -> shop.put(transaction, 0, 6, "second"));
            shop.database().log().whenAcknowledged(new Told(told));
            copy(folder.resolve("live"), folder.resolve("stopped"));
          }
        };
    pipelined(shop, 1, between).run(transaction -> shop.put(transaction, 0, 5, "first"));
    boolean acknowledged = !told.isEmpty();
    shop.database().log().await();
    assertEquals(List.of("on disk"), told);
    shop.close();
    Shop again = Shop.open(folder.resolve("stopped"), "silo", LogSettings.sync());
    String[] found = {null};
    again.worker(0).run(transaction -> found[0] = again.read(transaction, 0, 6));
    again.close();
    return acknowledged && found[0] == null ? "an acknowledged commit is lost" : null;
  }

  private static final class Told extends DurableListener {
    private final List<String> told;

    Told(List<String> told) {
      this.told = told;
    }

    @Override
    public void onDisk() {
      told.add("on disk");
    }

    @Override
    public void lost(Throwable why) {
      told.add("lost");
    }
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectories(to);
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().equals("lock")) {
          Files.copy(file, to.resolve(file.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCommitIsAcknowledgedWhenAllEarlierBytesAreForced() throws IOException {
    assertEquals(null, acknowledgedBehindAGap(RedoLog::new));
  }

  @Test
  void anAcknowledgementBeforeEarlierBytesIsCaught() throws IOException {
    LogKind hasty =
        (log, startVersion, maxWriters, forcing, failed) ->
            new RedoLog(log, startVersion, maxWriters, forcing, failed) {
              @Override
              protected long acknowledgedThrough() {
                return lastVersion();
              }
            };
    assertEquals("an acknowledged commit is lost", acknowledgedBehindAGap(hasty));
  }
}
