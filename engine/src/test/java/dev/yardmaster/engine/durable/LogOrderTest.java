package dev.yardmaster.engine.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.interleave.Interleaver;
import dev.yardmaster.engine.interleave.SimulatedCosts;
import dev.yardmaster.engine.interleave.SimulatedWorker;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.storage.log.Recovery;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the order of the log: simulated workers with many conflicts write into a log. In the log,
 * every transaction must follow the transactions whose rows it has read. Then every prefix of the
 * log contains all transactions on which the transactions of the prefix depend. A transaction must
 * also follow the transactions whose rows it has overwritten without a read: the protocol's
 * versions of a record must rise along the log.
 */
@Timeout(120)
class LogOrderTest {

  private static final int WORKERS = 6;
  private static final int KEYS = 12;
  private static final int EACH = 60;
  private static final long END_NS = 50_000_000L;

  private final LongColumn writer;
  private final RowLayout columns;
  private Table table;

  @TempDir private Path folder;

  /** For each committed transaction, by its number, the transactions whose rows it has read. */
  private final Map<Long, Set<Long>> readFrom = new HashMap<>();

  /** The protocol's version of each committed transaction, by the transaction's number. */
  private final Map<Long, Long> protocolVersions = new HashMap<>();

  /** A planted bug: the commit number is drawn before the writes are locked. */
  private boolean drawsEarly;

  private long transactions;
  private long clockNs;

  LogOrderTest() {
    RowLayout.Builder builder = RowLayout.columns();
    writer = builder.number("writer");
    columns = builder.build();
  }

  static List<String> protocols() {
    return Protocols.names();
  }

  private Database open(String protocol, Recovery.Sink seen) {
    LogParts parts =
        new LogParts() {
          @Override
          public Recovery.Sink recovering(Recovery.Sink tables) {
            return (write, version) -> {
              seen.entry(write, version);
              tables.entry(write, version);
            };
          }

          @Override
          public LongSupplier clockNs() {
            return () -> clockNs++; // Starts near 0, like the clocks of simulated workers.
          }

          @Override
          public boolean startsThreads() {
            return false; // Only one simulated worker at a time runs.
          }
        };
    return Database.open(
        folder,
        workers -> Protocols.named(protocol, workers),
        WORKERS + 1,
        LogSettings.sync(),
        parts,
        database -> table = database.create(TableDefinition.ordered("rows", columns)));
  }

  private void run(Worker worker, Random random, long[] committing) {
    for (int i = 0; i < EACH; i++) {
      long number = ++transactions;
      long[] read = new long[3];
      int[] keys = random.ints(4, 0, KEYS).toArray();
      boolean[] replaces = {random.nextBoolean(), random.nextBoolean(), true};
      worker.run(
          transaction -> {
            transaction.put(table, keys[3]).setLong(writer, number);
            for (int at = 0; at < read.length; at++) {
              Row row =
                  replaces[at]
                      ? transaction.update(table, keys[at])
                      : transaction.read(table, keys[at]);
              read[at] = row == null ? 0 : row.getLong(writer);
              if (row == null && replaces[at]) {
                row = transaction.insert(table, keys[at]);
              }
              if (replaces[at]) {
                row.setLong(writer, number);
              }
            }
            if (drawsEarly) {
              var unused = worker.context().reserve();
            }
          });
      Set<Long> from = new HashSet<>();
      for (long one : read) {
        if (one != 0 && one != number) {
          from.add(one);
        }
      }
      readFrom.put(number, from);
      protocolVersions.put(number, committing[0]);
    }
  }

  private Map<Long, Long> rows(Database database) {
    Map<Long, Long> rows = new TreeMap<>();
    Worker reader =
        database.pipelinedWorker(WORKERS, new ThreadPace(() -> END_NS + clockNs++), null, null);
    reader.run(
        transaction -> {
          rows.clear();
          for (long key = 0; key < KEYS; key++) {
            Row row = transaction.read(table, key);
            if (row != null) {
              rows.put(key, row.getLong(writer));
            }
          }
        });
    return rows;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aTransactionFollowsThoseWhoseRowsItHasReadOrReplaced(String protocol) {
    Database database = open(protocol, (write, version) -> {});
    Interleaver interleaver = new Interleaver(7, SimulatedCosts.inMemory(), END_NS);
    for (int i = 0; i < WORKERS; i++) {
      SimulatedWorker simulated = interleaver.add();
      long[] committing = {0};
      CommitListener listener = (version, accesses) -> committing[0] = version;
      Worker worker = database.pipelinedWorker(i, simulated, listener, null);
      Random random = new Random(i);
      simulated.runs(() -> run(worker, random, committing));
    }
    interleaver.run();
    Map<Long, Long> atTheEnd = rows(database);
    database.close();
    Map<Long, Long> versions = new HashMap<>();
    List<Long> order = new ArrayList<>();
    Map<Key, Long> lastVersions = new HashMap<>();
    List<String> inverted = new ArrayList<>();
    Database recovered =
        open(
            protocol,
            (write, version) -> {
              if (!write.isDeletion() && write.key().definedTable() == null) {
                long number =
                    ByteBuffer.wrap(write.value()).order(ByteOrder.LITTLE_ENDIAN).getLong();
                versions.put(number, version);
                order.add(version);
                long ofProtocol = protocolVersions.get(number);
                Key key = write.key();
                Long before = lastVersions.put(key, ofProtocol);
                if (before != null && before >= ofProtocol) {
                  inverted.add(key + ": " + ofProtocol + " follows " + before);
                }
              }
            });
    assertEquals(List.of(), inverted, protocol);
    assertEquals(atTheEnd, rows(recovered), protocol);
    recovered.close();
    assertEquals(readFrom.keySet(), versions.keySet());
    for (int i = 1; i < order.size(); i++) {
      assertTrue(order.get(i - 1) <= order.get(i), "the log's numbers rise");
    }
    readFrom.forEach(
        (number, from) -> {
          for (long other : from) {
            assertTrue(
                versions.get(other) < versions.get(number),
                () ->
                    protocol
                        + ": "
                        + number
                        + " has read from "
                        + other
                        + ", which is later: "
                        + versions.get(number)
                        + ", "
                        + versions.get(other));
          }
        });
  }

  @Test
  void aNumberThatIsDrawnBeforeTheLocksIsCaught() {
    drawsEarly = true;
    AssertionError caught =
        assertThrows(
            AssertionError.class,
            () -> aTransactionFollowsThoseWhoseRowsItHasReadOrReplaced("silo"));
    assertTrue(caught.getMessage().contains(" follows "), caught::getMessage);
  }
}
