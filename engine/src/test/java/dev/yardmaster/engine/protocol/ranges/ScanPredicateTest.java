package dev.yardmaster.engine.protocol.ranges;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks predicates against plain comparisons of keys, for numbers and for byte strings with common
 * prefixes.
 */
class ScanPredicateTest {

  private static final int KEYS = 40;

  private final Database database = new Database(new Rocc(1), 1);
  private final WorkerContext worker =
      database.worker(0, new ThreadPace(System::nanoTime)).context();

  private static byte[] rest(boolean bytes, int key) {
    return bytes
        ? String.format(Locale.ROOT, "account-%03d", key).getBytes(StandardCharsets.US_ASCII)
        : null;
  }

  private static long number(byte[] rest, int key) {
    return rest == null ? key - KEYS / 2 : ByteKeys.prefixOf(rest);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void holdsWhatWasScanned(boolean bytes) {
    RowLayout layout = RowLayout.value();
    Table table =
        database.create(
            bytes
                ? TableDefinition.orderedBytes("t", layout)
                : TableDefinition.ordered("t", layout));
    Table other = database.create(TableDefinition.ordered("other", layout));
    Writer writer = new Writer(0);
    for (int key = 0; key < KEYS; key++) {
      byte[] rest = rest(bytes, key);
      // The writer copies the bytes, because the caller may reuse the array after its transaction.
      byte[] borrowed = rest == null ? null : rest.clone();
      writer.add(access(table, key, number(rest, key), borrowed));
      if (borrowed != null) {
        Arrays.fill(borrowed, (byte) 0);
      }
    }
    writer.add(access(other, KEYS, 0, null));

    SplittableRandom random = new SplittableRandom(1);
    ScanPredicate predicate = new ScanPredicate();
    for (int i = 0; i < 3_000; i++) {
      int from = random.nextInt(KEYS);
      int to = from + 1 + random.nextInt(KEYS - from);
      boolean unbounded = random.nextInt(4) == 0;
      byte[] fromRest = rest(bytes, from);
      byte[] toRest = rest(bytes, to);
      predicate.set(
          table,
          0,
          number(fromRest, from),
          fromRest,
          number(toRest, to),
          unbounded ? OrderedIndex.UNBOUNDED : toRest);
      int first = from;
      int last = unbounded ? KEYS - 1 : to - 1;
      if (random.nextInt(3) > 0) {
        int stop = from + random.nextInt(last - from + 1);
        boolean backward = random.nextBoolean();
        byte[] stopRest = rest(bytes, stop);
        predicate.stop(number(stopRest, stop), stopRest, backward);
        first = backward ? stop : from;
        last = backward ? last : stop;
      }
      for (int key = 0; key < KEYS; key++) {
        assertEquals(key >= first && key <= last, predicate.holds(writer, key), "i=" + i);
      }
      assertEquals(false, predicate.holds(writer, KEYS));
    }
  }

  private Access access(Table table, int record, long key, byte[] rest) {
    int slot = worker.allocator(table.records()).allocate();
    assertEquals(table.name().equals("t") ? record : 0, slot);
    return worker.accesses().add(table, slot, key, rest);
  }
}
