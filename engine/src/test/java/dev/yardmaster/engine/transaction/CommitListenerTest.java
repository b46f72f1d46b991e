package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.transaction.NumberedTable.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a listener is called at the first write of each record, at commits, and at aborts. */
class CommitListenerTest {

  private final List<String> calls = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"silo", "wound-wait", "plor"})
  void hearsOfWritesCommitsAndAborts(String protocol) {
    Database database = new Database(Protocols.named(protocol, 1), 1);
    NumberedTable numbers = new NumberedTable(database, Kind.ORDERED);
    CommitListener listener =
        new CommitListener() {
          @Override
          public void writing(Access access) {
            calls.add("writing " + access.key() + ", was " + numbers.get(row(access)));
          }

          @Override
          public void committing(long version, AccessSet accesses) {
            calls.add("committing " + accesses.writes());
          }

          @Override
          public void aborted() {
            calls.add("aborted");
          }
        };
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime), listener, null);
    worker.run(
        transaction -> {
          numbers.set(numbers.insert(transaction, 1), 10);
          numbers.set(numbers.update(transaction, 1), 11);
        });
    worker.run(
        transaction -> {
          numbers.set(numbers.update(transaction, 1), 12);
          numbers.delete(transaction, 1);
        });
    assertThrows(
        IllegalStateException.class,
        () ->
            worker.run(
                transaction -> {
                  numbers.set(numbers.insert(transaction, 2), 20);
                  throw new IllegalStateException("the logic fails");
                }));
    assertEquals(
        List.of(
            "writing 1, was null",
            "committing 1",
            "writing 1, was 11",
            "committing 1",
            "writing 2, was null",
            "aborted"),
        calls);
  }

  private static Access row(Access access) {
    return access.isPresent() ? access : null;
  }
}
