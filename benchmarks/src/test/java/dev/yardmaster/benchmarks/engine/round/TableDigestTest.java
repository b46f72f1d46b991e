package dev.yardmaster.benchmarks.engine.round;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableDigestTest {

  private static final int ROWS = 1_000;

  /**
   * Returns the digest of a table whose rows were inserted in a random order, with one different
   * row.
   *
   * @param different the row whose number is increased by one; -1 for none
   * @param missing the row that is not inserted; -1 for none
   */
  private static TableDigest digest(Random random, int different, int missing) {
    RowLayout.Builder columns = RowLayout.columns();
    LongColumn number = columns.number("number");
    Database database = new Database(Protocols.named("silo", 1), 1);
    Table table = database.create(TableDefinition.hashed("rows", columns.build(), 100));
    List<Integer> keys = new ArrayList<>();
    for (int key = 0; key < ROWS; key++) {
      keys.add(key);
    }
    Collections.shuffle(keys, random);
    Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
    for (int key : keys) {
      if (key != missing) {
        worker.run(
            transaction ->
                transaction
                    .insert(table, key)
                    .setLong(number, 7L * key + (key == different ? 1 : 0)));
      }
    }
    return TableDigest.of(table, worker);
  }

  @Test
  void aDigestDoesNotDependOnTheOrderButOnEveryRow() {
    Random random = new Random(11);
    TableDigest all = digest(random, -1, -1);
    assertEquals(ROWS + 1, all.rows());
    assertEquals(all, digest(random, -1, -1));
    Set<TableDigest> others = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      int row = i * 99;
      others.add(digest(random, row, -1));
      others.add(digest(random, -1, row));
    }
    assertEquals(20, others.size());
    others.forEach(other -> assertNotEquals(all, other));
  }
}
