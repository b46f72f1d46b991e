package dev.yardmaster.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.Access.Operation;
import dev.yardmaster.engine.protocol.optimistic.OptimisticAccess;
import dev.yardmaster.engine.table.DataSize;
import dev.yardmaster.engine.table.RecordAllocator;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WriteOrderTest {

  private static final int MOST = 20_000;

  private final Table[] tables = {table(0), table(1)};

  private static Table table(int number) {
    Table table =
        new Table(
            number,
            TableDefinition.ordered("table", RowLayout.value()),
            1,
            0,
            true,
            new DataSize());
    RecordAllocator slots = new RecordAllocator(table.records());
    for (int i = 0; i < MOST; i++) {
      var unused = slots.allocate();
    }
    return table;
  }

  /** A write order that counts its comparisons. */
  private static final class Counting extends WriteOrder {
    private long compared;

    @Override
    boolean isBefore(Access access, Access other) {
      compared++;
      return super.isBefore(access, other);
    }
  }

  private AccessSet accesses(int count, SplittableRandom random) {
    AccessSet accesses = new AccessSet(OptimisticAccess::new);
    while (accesses.size() < count) {
      Table table = tables[random.nextInt(2)];
      int record = random.nextInt(MOST);
      if (accesses.find(table, record) == null) {
        accesses.add(table, record, record, null).write(Operation.UPDATE);
      }
    }
    return accesses;
  }

  @Test
  void sortsByTableAndRecord() {
    SplittableRandom random = new SplittableRandom(1);
    for (int count = 0; count < 300; count++) {
      AccessSet accesses = accesses(count, random);
      Access[] expected = new Access[count];
      for (int i = 0; i < count; i++) {
        expected[i] = accesses.get(i);
        if (random.nextInt(4) == 0) {
          accesses.get(i).write(Operation.READ);
        }
      }
      expected =
          Arrays.stream(expected)
              .filter(Access::isWrite)
              .sorted(
                  Comparator.<Access>comparingInt(access -> access.table().number())
                      .thenComparingInt(Access::record))
              .toArray(Access[]::new);
      assertEquals(expected.length, accesses.sortWrites());
      for (int i = 0; i < expected.length; i++) {
        assertSame(expected[i], accesses.write(i), "count=" + count + ", i=" + i);
      }
    }
  }

  @Test
  void gathersInTheOrderOfFirstUse() {
    AccessSet accesses = accesses(100, new SplittableRandom(2));
    accesses.get(7).write(Operation.READ);
    assertEquals(99, accesses.gatherWrites());
    assertEquals(99, accesses.writes());
    for (int i = 0; i < 99; i++) {
      assertSame(accesses.get(i < 7 ? i : i + 1), accesses.write(i));
    }
  }

  /**
   * Sorting many writes must take few comparisons; insertion sort would take a hundred million
   * comparisons.
   */
  @Test
  void manyWritesAreComparedLittleMoreOftenThanTheirLogarithmSays() {
    AccessSet accesses = accesses(MOST, new SplittableRandom(3));
    Access[] writes = new Access[MOST];
    for (int i = 0; i < MOST; i++) {
      writes[i] = accesses.get(i);
    }
    Counting order = new Counting();
    order.sort(writes, MOST);
    assertTrue(order.compared < 600_000, "compared=" + order.compared);
    for (int i = 1; i < MOST; i++) {
      assertTrue(order.isBefore(writes[i - 1], writes[i]), "i=" + i);
    }
  }
}
