package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a transaction without writes waits for a force only if it can have read a commit that
 * is not on disk. The log has no thread, so a force happens only when a worker waits.
 */
@Timeout(60)
class ForcedReadsTest {

  private static final LogParts WITHOUT_THREADS =
      new LogParts() {
        @Override
        public boolean startsThreads() {
          return false;
        }
      };

  @TempDir private Path folder;
  private Shop shop;
  private Worker writer;
  private Worker reader;

  static List<String> protocols() {
    return Protocols.names();
  }

  private void open(String protocol) {
    shop = Shop.open(folder, protocol, LogSettings.sync(), WITHOUT_THREADS);
    Worker waiting = shop.worker(2);
    waiting.run(
        transaction -> {
          shop.put(transaction, 0, 5, "forced");
          shop.put(transaction, 0, 6, "forced");
          shop.put(transaction, 0, 7, "forced");
        });
    writer = shop.database().pipelinedWorker(0, new ThreadPace(System::nanoTime), null, null);
    reader = shop.worker(1);
  }

  private long forces() {
    return shop.database().log().size().forces();
  }

  /**
   * Runs the logic while one commit is not on disk yet, and returns the number of forces for which
   * the logic's transaction has waited.
   */
  private long forcesOf(RecordLogic logic) {
    writer.run(transaction -> shop.put(transaction, 0, 6, "forced"));
    shop.database().log().await();
    writer.run(
        transaction -> {
          shop.put(transaction, 0, 5, "in flight");
          shop.delete(transaction, 0, 6);
        });
    long before = forces();
    reader.run(logic);
    long forces = forces() - before;
    shop.database().log().await();
    return forces;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void onlyReadsOfWhatIsNotForcedWait(String protocol) {
    open(protocol);
    assertEquals(
        0, forcesOf(transaction -> assertEquals("forced", shop.read(transaction, 0, 7))), "other");
    assertEquals(
        1,
        forcesOf(transaction -> assertEquals("in flight", shop.read(transaction, 0, 5))),
        "unforced row");
    assertEquals(
        1,
        forcesOf(transaction -> assertEquals(null, shop.read(transaction, 0, 6))),
        "unforced deletion");
    assertEquals(
        1, forcesOf(transaction -> assertEquals(null, shop.read(transaction, 1, 9))), "missing");
    assertEquals(
        1,
        forcesOf(
            transaction -> transaction.scan(shop.table(1), 0, 100, 10, (key, rest, row) -> true)),
        "scan");
    assertEquals(
        1, forcesOf(transaction -> shop.put(transaction, 0, 7, "own commit")), "own commit");
    shop.close();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aDecisionToAbortIsAnOutcomeToo(String protocol) {
    open(protocol);
    long aborted =
        forcesOf(
            transaction -> {
              String seen = shop.read(transaction, 0, 5);
              shop.put(transaction, 0, 7, "not written");
              throw transaction.abort("seen " + seen);
            });
    assertEquals(1, aborted);
    shop.close();
  }
}
