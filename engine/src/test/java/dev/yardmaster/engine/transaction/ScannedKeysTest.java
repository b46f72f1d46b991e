package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.transaction.NumberedTable.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScannedKeysTest {

  static List<String> protocols() {
    return Protocols.names();
  }

  /**
   * Tests that the page that a worker's scans reuse does not keep the byte strings of earlier keys.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void aNumberHasNoByteStringAfterAScanOfByteStrings(String protocol) {
    Database database = new Database(Protocols.named(protocol, 1), 1);
    NumberedTable strings = new NumberedTable(database, Kind.BYTE_KEYS);
    NumberedTable numbers = new NumberedTable(database, Kind.ORDERED);
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    worker.run(
        transaction -> {
          strings.set(strings.put(transaction, 1), 1);
          numbers.set(numbers.put(transaction, 2), 2);
        });
    for (boolean backward : new boolean[] {false, true}) {
      List<byte[]> rests = new ArrayList<>();
      worker.run(
          transaction -> {
            rests.clear();
            for (NumberedTable of : List.of(strings, numbers)) {
              transaction.scan(
                  of.table,
                  of.key(0),
                  of.rest(0),
                  of.key(9),
                  of.rest(9),
                  10,
                  backward,
                  (key, rest, row) -> rests.add(rest));
            }
          });
      assertEquals(2, rests.size());
      assertEquals(null, rests.get(1));
    }
  }
}
