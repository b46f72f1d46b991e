package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests, in processes with a small heap, that a start needs only little more heap than the tables
 * themselves.
 */
@Timeout(120)
class RecoveryHeapTest {

  private static final int ROWS = 32_000;
  private static final int COLUMN_BYTES = 1_000;

  /** The heap of a process, in MiB: 1.3 times the 31 MiB of the columns of all rows. */
  private static final int HEAP_MIB = 41;

  @TempDir private Path folder;

  /** The first start writes the rows, and each start replaces a quarter of the rows. */
  @ParameterizedTest
  @ValueSource(strings = {"silo", "multi-version", "ssn"})
  void aStartNeedsLessThanAThirdMoreThanTheData(String protocol) throws Exception {
    for (int start = 0; start < 2; start++) {
      Process process =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElse("java"),
                  "-Xmx" + HEAP_MIB + "m",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  FullTable.class.getName(),
                  folder.resolve(protocol).toString(),
                  protocol)
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), protocol + ", start " + start + ": " + said);
    }
  }

  /** The program of a process: it opens a database with one table that takes most of the heap. */
  static final class FullTable {

    private FullTable() {}

    public static void main(String[] args) {
      RowLayout.Builder columns = RowLayout.columns();
      LongColumn sum = columns.number("sum");
      BytesColumn text = columns.bytes("text", COLUMN_BYTES);
      RowLayout layout = columns.build();
      try (Database database =
          Database.open(
              Path.of(args[0]),
              workers -> Protocols.named(args[1], workers),
              1,
              LogSettings.async(10),
              opened -> opened.create(TableDefinition.hashed("rows", layout, ROWS)))) {
        Table rows = database.table("rows");
        Worker worker = database.worker(0, new ThreadPace(System::nanoTime));
        boolean isNew = rows.index().size() == 0;
        byte[] bytes = new byte[COLUMN_BYTES];
        for (int put = isNew ? 0 : ROWS; put < ROWS + ROWS / 4; put++) {
          int ofKey = put % ROWS;
          worker.run(
              transaction -> {
                var row = transaction.put(rows, ofKey);
                row.setLong(sum, ofKey);
                row.setBytes(text, bytes);
              });
        }
        for (int key = 0; key < ROWS; key++) {
          int ofKey = key;
          worker.run(
              transaction -> {
                if (transaction.read(rows, ofKey).getLong(sum) != ofKey) {
                  throw new IllegalStateException("wrong: " + ofKey);
                }
              });
        }
      }
    }
  }
}
