package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.index.OrderedIndex;
import dev.yardmaster.engine.protocol.RangeReader;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.ranges.Rocc;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs random scans, forward and backward, with limits and with visitors that stop. A scan must
 * visit the same keys as a scan of a sorted set. The parts that a scan enters must together cover
 * the keys that it has visited, and each part must be inside its range.
 */
class RangeScansTest {

  private static final int KEYS = 400;
  private static final KeyRanges RANGES = new KeyRanges(30, 37, 9);

  /** A part of a logical range that a scan has entered, with its final bounds. */
  private static final class Part {
    private int range;
    private long low;
    private long high;
    private boolean unbounded;
    private boolean covers;
  }

  /** Records the parts that a scan enters, and reads with the real reader. */
  private static final class NotingReader implements RangeReader {
    private final RangeReader real;
    private final List<Part> parts = new ArrayList<>();

    NotingReader(RangeReader real) {
      this.real = real;
    }

    @Override
    public KeyRanges rangesOf(Table table) {
      return real.rangesOf(table);
    }

    @Override
    public int enter(
        Table table,
        int range,
        long low,
        byte[] lowRest,
        long high,
        byte[] highRest,
        boolean covers) {
      Part part = new Part();
      part.range = range;
      part.low = low;
      part.high = high;
      part.unbounded = highRest == OrderedIndex.UNBOUNDED;
      part.covers = covers;
      parts.add(part);
      return parts.size() - 1;
    }

    @Override
    public boolean read(Table table, int record, Row into) {
      return real.read(table, record, into);
    }

    @Override
    public long version() {
      return real.version();
    }

    @Override
    public void stop(int entered, long key, byte[] rest, boolean backward) {
      Part part = parts.get(entered);
      part.covers = false;
      if (backward) {
        part.low = key;
      } else {
        part.high = key + 1;
        part.unbounded = false;
      }
    }
  }

  private final Database database = new Database(new Rocc(1), 1);
  private final Table table;
  private final WorkerContext context;
  private final NavigableSet<Long> keys = new TreeSet<>();
  private final SplittableRandom random = new SplittableRandom(1);

  RangeScansTest() {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    table = database.create(TableDefinition.ordered("table", columns.build()).dividedInto(RANGES));
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    context = worker.context();
    Row row = Row.of(table.layout());
    for (long key = 0; key < KEYS; key++) {
      if (random.nextInt(3) > 0) {
        keys.add(key);
        row.setLong(number, key);
        worker.loader().load(table, key, row);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsMakeUpWhatWasSeen(boolean backward) {
    RangeReader real = database.protocol().control(context).ranges();
    for (int i = 0; i < 2_000; i++) {
      NotingReader reader = new NotingReader(real);
      RangeScans scans = new RangeScans(reader, context, new ScanPages(), null);
      long from = random.nextInt(20) == 0 ? Long.MIN_VALUE : random.nextInt(KEYS + 20) - 10;
      boolean unbounded = random.nextInt(8) == 0;
      long to = random.nextInt(10) == 0 ? bound(i) : from + random.nextInt(200);
      if (from == Long.MIN_VALUE) {
        to = random.nextInt(KEYS);
      }
      int limit = random.nextInt(3) == 0 ? random.nextInt(60) : Integer.MAX_VALUE;
      int visits = random.nextInt(3) == 0 ? 1 + random.nextInt(60) : Integer.MAX_VALUE;
      String scan = "i=" + i + ", from=" + from + ", to=" + to + ", limit=" + limit;

      List<Long> visited = new ArrayList<>();
      RowVisitor visitor =
          (key, rest, row) -> {
            visited.add(key);
            return visited.size() < visits;
          };
      byte[] toRest = unbounded ? OrderedIndex.UNBOUNDED : null;
      int count =
          backward
              ? scans.backward(table, from, null, to, toRest, limit, visitor)
              : scans.forward(table, from, null, to, toRest, limit, visitor);
      assertEquals(visited.size(), count, scan);

      List<Long> expected = expected(from, to, unbounded, backward);
      boolean stopped = expected.size() >= Math.min(limit, visits);
      if (stopped) {
        expected = expected.subList(0, Math.min(limit, visits));
      }
      assertEquals(expected, visited, scan);
      if (limit == 0 || (!unbounded && to <= from)) {
        assertEquals(0, reader.parts.size(), scan);
      } else {
        long last = stopped ? visited.get(visited.size() - 1) : 0;
        long low = stopped && backward ? last : from;
        long high = stopped && !backward ? last + 1 : to;
        requireParts(reader.parts, low, high, unbounded && (backward || !stopped), backward, scan);
      }
    }
  }

  /** Returns the first key of a range. */
  private static long bound(int i) {
    return RANGES.firstOf(i % RANGES.count());
  }

  private List<Long> expected(long from, long to, boolean unbounded, boolean backward) {
    NavigableSet<Long> seen =
        unbounded
            ? keys.tailSet(from, true)
            : to <= from ? new TreeSet<>() : keys.subSet(from, true, to, false);
    return new ArrayList<>(backward ? seen.descendingSet() : seen);
  }

  private static void requireParts(
      List<Part> parts, long low, long high, boolean unbounded, boolean backward, String scan) {
    List<Part> inOrder = new ArrayList<>(parts);
    if (backward) {
      Collections.reverse(inOrder);
    }
    long next = low;
    for (int i = 0; i < inOrder.size(); i++) {
      Part part = inOrder.get(i);
      assertEquals(next, part.low, scan);
      assertEquals(RANGES.rangeOf(part.low), part.range, scan);
      boolean isLast = i == inOrder.size() - 1;
      assertEquals(isLast && unbounded, part.unbounded, scan);
      boolean toItsEnd = RANGES.isLast(part.range) ? part.unbounded : endsRange(part);
      assertTrue(part.unbounded || endsRange(part) || part.high <= endOf(part), scan);
      boolean fromItsBegin =
          RANGES.isFirst(part.range)
              ? part.low == Long.MIN_VALUE
              : part.low == RANGES.firstOf(part.range);
      if (part.covers) {
        assertTrue(toItsEnd && fromItsBegin, scan);
      }
      next = part.high;
    }
    if (!unbounded) {
      assertEquals(high, next, scan);
    }
  }

  private static boolean endsRange(Part part) {
    return !part.unbounded && part.high == endOf(part);
  }

  private static long endOf(Part part) {
    return RANGES.isLast(part.range) ? Long.MAX_VALUE : RANGES.firstOf(part.range + 1);
  }
}
