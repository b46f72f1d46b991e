package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.transaction.NumberedTable.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests logic that needs only committed rows. */
class ReadCommittedTest {

  static List<String> protocols() {
    return Protocols.names();
  }

  private interface CommittedReads extends RecordLogic {

    @Override
    default boolean isReadOnly() {
      return true;
    }

    @Override
    default Isolation isolation() {
      return Isolation.READ_COMMITTED;
    }
  }

  /** Between the two reads, another transaction changes both records. */
  @ParameterizedTest
  @ValueSource(
      strings = {"silo", "tictoc", "mocc", "no-wait", "wait-die", "wound-wait", "plor", "plor-rt"})
  void readsOfDifferentMomentsCommit(String protocol) {
    Database database = new Database(Protocols.named(protocol, 2), 2);
    NumberedTable numbers = new NumberedTable(database, Kind.ORDERED);
    Worker reader = database.worker(0, new ThreadPace(System::nanoTime));
    Worker writer = database.worker(1, new ThreadPace(System::nanoTime));
    writer.run(set(numbers, 1));
    List<Integer> seen = new ArrayList<>();
    CommittedReads logic =
        transaction -> {
          seen.add(numbers.get(numbers.read(transaction, 1)));
          assertEquals(0, writer.run(set(numbers, 2)));
          seen.add(numbers.get(numbers.read(transaction, 2)));
        };
    assertEquals(0, reader.run(logic));
    assertEquals(List.of(1, 2), seen);
  }

  private static RecordLogic set(NumberedTable numbers, int value) {
    return transaction -> {
      numbers.set(numbers.put(transaction, 1), value);
      numbers.set(numbers.put(transaction, 2), value);
    };
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void writesAreRefused(String protocol) {
    Database database = new Database(Protocols.named(protocol, 1), 1);
    NumberedTable numbers = new NumberedTable(database, Kind.ORDERED);
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    List<CommittedReads> writes =
        List.of(
            transaction -> numbers.put(transaction, 1),
            transaction -> numbers.insert(transaction, 1),
            transaction -> numbers.update(transaction, 1),
            transaction -> numbers.delete(transaction, 1));
    for (CommittedReads write : writes) {
      assertEquals(
          "only serializable logic may write: isolation=READ_COMMITTED",
          assertThrows(IllegalStateException.class, () -> worker.run(write)).getMessage());
    }
  }
}
