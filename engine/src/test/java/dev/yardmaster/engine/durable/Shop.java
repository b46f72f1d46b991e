package dev.yardmaster.engine.durable;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.RowLayout.BytesColumn;
import dev.yardmaster.engine.table.RowLayout.LongColumn;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.engine.transaction.ThreadPace;
import dev.yardmaster.engine.transaction.Worker;
import java.nio.file.Path;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A test application with four tables, one of each kind: hashed, ordered by numbers, ordered by
 * byte strings, and one whose rows are single values. Each row has one text, so a map from keys to
 * texts can model the tables.
 */
final class Shop {

  static final int KINDS = 4;
  private static final int WORKERS = 3;

  private final LongColumn count;
  private final BytesColumn name;
  private final RowLayout columns;
  private final Table[] tables = new Table[KINDS];
  private Database database;

  private Shop() {
    RowLayout.Builder builder = RowLayout.columns();
    count = builder.number("count");
    name = builder.bytes("name", 24);
    columns = builder.build();
  }

  static Shop open(Path directory, String protocol, LogSettings settings) {
    return open(directory, protocol, settings, new LogParts());
  }

  static Shop open(Path directory, String protocol, LogSettings settings, LogParts parts) {
    Shop shop = new Shop();
    shop.database =
        Database.open(
            directory,
            workers -> Protocols.named(protocol, workers),
            WORKERS,
            settings,
            parts,
            shop::create);
    return shop;
  }

  /** Creates the tables of a shop in a database; the shop itself is discarded. */
  static void createTables(Database into) {
    new Shop().create(into);
  }

  private void create(Database into) {
    // The hash index has eight buckets for a few hundred records, so buckets overflow.
    tables[0] = into.create(TableDefinition.hashed("hashed", columns, 16));
    tables[1] =
        into.create(
            TableDefinition.ordered("ordered", columns).dividedInto(KeyRanges.dividing(400, 8)));
    tables[2] = into.create(TableDefinition.orderedBytes("bytes", columns));
    tables[3] = into.create(TableDefinition.orderedBytes("values", RowLayout.value()));
  }

  Database database() {
    return database;
  }

  Table table(int kind) {
    return tables[kind];
  }

  Worker worker(int number) {
    return database.worker(number, new ThreadPace(System::nanoTime));
  }

  /** Returns a worker that does not wait for the disk; {@link #close} waits instead. */
  Worker pipelinedWorker(int number) {
    return database.pipelinedWorker(number, new ThreadPace(System::nanoTime), null, null);
  }

  private static byte[] rest(int kind, int key) {
    return kind < 2 ? null : ("key " + key).getBytes(UTF_8);
  }

  /** Returns the number of a key; the numbers include the lowest and the highest long. */
  private static long number(int key, byte[] rest) {
    if (rest != null) {
      return ByteKeys.prefixOf(rest);
    }
    return key == 0 ? Long.MAX_VALUE : key == 1 ? Long.MIN_VALUE : key;
  }

  /** Writes a text into the row of a key, whether or not the key has a row. */
  void put(RecordTransaction transaction, int kind, int key, String text) {
    byte[] rest = rest(kind, key);
    fill(kind, transaction.put(tables[kind], number(key, rest), rest), text);
  }

  private void fill(int kind, Row row, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    if (kind == 3) {
      row.setValue(bytes);
    } else {
      row.setLong(count, text.hashCode());
      row.setBytes(name, bytes);
    }
  }

  /** Loads a row with the loader of a worker. */
  void load(Worker by, int kind, int key, String text) {
    Row row = Row.of(tables[kind].layout());
    fill(kind, row, text);
    byte[] rest = rest(kind, key);
    by.loader().load(tables[kind], number(key, rest), rest, row);
  }

  void delete(RecordTransaction transaction, int kind, int key) {
    byte[] rest = rest(kind, key);
    var unused = transaction.delete(tables[kind], number(key, rest), rest);
  }

  /** Returns the text of a row; null if the key has no row. */
  String read(RecordTransaction transaction, int kind, int key) {
    byte[] rest = rest(kind, key);
    Row row = transaction.read(tables[kind], number(key, rest), rest);
    if (row == null) {
      return null;
    }
    if (kind == 3) {
      return new String(row.value(), UTF_8);
    }
    String text = new String(row.getBytes(name), UTF_8);
    if (row.getLong(count) != text.hashCode()) {
      throw new AssertionError("a row in parts: kind=" + kind + ", key=" + key + ", " + text);
    }
    return text;
  }

  /**
   * Returns the texts of all rows with keys below {@code keys}, under the names that {@link
   * #nameOf} returns.
   */
  SortedMap<String, String> contents(Worker reader, int keys) {
    SortedMap<String, String> contents = new TreeMap<>();
    for (int key = 0; key < keys; key++) {
      int ofKey = key;
      String[] texts = new String[KINDS];
      reader.run(
          transaction -> {
            for (int kind = 0; kind < KINDS; kind++) {
              texts[kind] = read(transaction, kind, ofKey);
            }
          });
      for (int kind = 0; kind < KINDS; kind++) {
        if (texts[kind] != null) {
          contents.put(nameOf(kind, key), texts[kind]);
        }
      }
    }
    return contents;
  }

  static String nameOf(int kind, int key) {
    return kind + "/" + key;
  }

  /**
   * Runs one transaction that writes, replaces or deletes up to four rows with random keys from a
   * range.
   *
   * @param model receives the same changes after the worker has returned the outcome
   */
  void change(
      Worker worker, Random random, int fromKey, int keys, SortedMap<String, String> model) {
    int writes = 1 + random.nextInt(4);
    int[] kinds = new int[writes];
    int[] at = new int[writes];
    String[] texts = new String[writes];
    for (int i = 0; i < writes; i++) {
      kinds[i] = random.nextInt(KINDS);
      at[i] = fromKey + random.nextInt(keys);
      texts[i] = random.nextInt(3) == 0 ? null : "text " + random.nextInt(1_000_000);
    }
    worker.run(
        transaction -> {
          for (int i = 0; i < writes; i++) {
            if (texts[i] == null) {
              delete(transaction, kinds[i], at[i]);
            } else {
              put(transaction, kinds[i], at[i], texts[i]);
            }
          }
        });
    for (int i = 0; i < writes; i++) {
      if (texts[i] == null) {
        model.remove(nameOf(kinds[i], at[i]));
      } else {
        model.put(nameOf(kinds[i], at[i]), texts[i]);
      }
    }
  }

  void close() {
    database.close();
  }
}
