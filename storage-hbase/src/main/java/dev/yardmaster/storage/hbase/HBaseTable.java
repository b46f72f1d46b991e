package dev.yardmaster.storage.hbase;

import static dev.yardmaster.storage.hbase.RowFormat.DATA;
import static dev.yardmaster.storage.hbase.RowFormat.VALUE;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.KeyFormat;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;

/**
 * A table in HBase. The highest version of a key wins, so writes may be repeated or arrive late.
 *
 * <p>After {@link #recovered}, reads are repeated until HBase answers; {@link #warning} reports how
 * long HBase has not answered. A write, or a read before {@link #recovered}, fails after the
 * timeout of {@link HBaseSettings}. If another server takes over the table, all calls fail.
 *
 * <p>A deleted key keeps a tombstone, because otherwise a late write of an older version would
 * restore the key. The tombstone is kept until the version of the table's state has been at or
 * above the tombstone's version for at least {@link TableWatch#GRACE_NS}.
 */
public final class HBaseTable implements DiskTable {

  /**
   * The maximum number of requests that are read together. All requests in flight should share one
   * wait for HBase.
   */
  private static final int READS_TOGETHER = 1_024;

  /** The maximum number of keys in one call. */
  static final int KEYS_OF_A_CALL = 4_096;

  private static final int MAX_CHANGES = 1_000;
  private static final int MAX_CHANGED_BYTES = 4 << 20;

  /**
   * The maximum age of the last check of the owner, in ns, with which a group of writes needs no
   * new check.
   */
  private static final long CHECK_NS = 5_000_000_000L;

  private final Connection connection;
  private final Tables table;
  private final Calls calls;
  private final Ownership ownership;
  private final TableWatch watch;

  @Shared(writers = "the thread that writes", readers = "any thread", access = "volatile")
  private volatile TableState state;

  // Only the thread that writes uses the following field.

  /** Whether a write has failed, and no later write has succeeded. */
  private boolean failed;

  private HBaseTable(
      Connection connection, Tables table, Calls calls, Ownership ownership, LongSupplier clockNs) {
    this.connection = connection;
    this.table = table;
    this.calls = calls;
    this.ownership = ownership;
    state = ownership.state();
    watch = new TableWatch(connection, table, calls, ownership, () -> state, clockNs);
  }

  /**
   * Opens the table for the next start of a data directory. Creates the table if it does not exist.
   *
   * @param folder the folder for the file that connects the directory with its table
   * @throws IOException if HBase does not answer within the timeout, or if the table belongs to
   *     another directory, or to a later start of a copy of this directory
   */
  public static HBaseTable open(Path folder, HBaseSettings settings) throws IOException {
    return open(folder, settings, HBaseConnection::open, System::nanoTime);
  }

  /** Connects to HBase. */
  @FunctionalInterface
  interface Connecting {
    Connection open(HBaseSettings settings) throws IOException;
  }

  /** Opens the table with another way to connect to HBase, for tests. */
  static HBaseTable open(
      Path folder, HBaseSettings settings, Connecting connecting, LongSupplier clockNs)
      throws IOException {
    Connection connection;
    try {
      connection = connecting.open(settings);
    } catch (IOException | RuntimeException e) {
      throw cannotOpen(settings, e);
    }
    try {
      return open(folder, settings, connection, clockNs);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw cannotOpen(settings, e);
    } catch (Error e) {
      connection.close();
      throw e;
    }
  }

  private static HBaseTable open(
      Path folder, HBaseSettings settings, Connection connection, LongSupplier clockNs)
      throws IOException {
    Calls calls = new Calls(settings.table(), clockNs);
    Tables table = HBaseConnection.table(connection, settings);
    Ownership ownership = Ownership.take(table, calls, folder, clockNs);
    HBaseTable opened = new HBaseTable(connection, table, calls, ownership, clockNs);
    opened.removeGenerationsBefore(ownership.state().generation());
    opened.watch.start();
    return opened;
  }

  private static IOException cannotOpen(HBaseSettings settings, Exception why) {
    return new IOException(
        "the table "
            + settings.table()
            + " of HBase at "
            + settings.quorum()
            + " cannot be opened: "
            + (why instanceof IOException ? why.getMessage() : why),
        why);
  }

  @Override
  public void recovered() {
    calls.waitForAnswers();
  }

  @Override
  public void check() {
    calls.check();
  }

  @Override
  public State state() {
    calls.checkOpen();
    return state.state();
  }

  @Override
  public @Nullable Found get(Key key) {
    return get(List.of(key)).get(0);
  }

  @Override
  public List<@Nullable Found> get(List<Key> keys) {
    int generation = state.generation();
    List<Get> gets = new ArrayList<>(keys.size());
    for (Key key : keys) {
      gets.add(new Get(RowFormat.row(generation, key)).addColumn(DATA, VALUE));
    }
    List<@Nullable Found> found = new ArrayList<>(gets.size());
    try {
      for (int begin = 0; begin < gets.size(); begin += KEYS_OF_A_CALL) {
        List<Get> part = gets.subList(begin, Math.min(gets.size(), begin + KEYS_OF_A_CALL));
        for (Result result : calls.read(() -> table.get().get(part))) {
          Cell cell = result.getColumnLatestCell(DATA, VALUE);
          found.add(cell == null ? null : RowFormat.found(cell));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  @Override
  public void scan(@Nullable Key from, @Nullable Key to, boolean backward, Visitor visitor) {
    int generation = state.generation();
    byte[] first = RowFormat.from(generation, from);
    byte[] end = RowFormat.to(generation, to);
    RowScan rows = scanOf(first, end, backward, false);
    KeyFormat keys = new KeyFormat();
    calls.checkOpen();
    rows.run(
        (row, cell) -> {
          Found found = RowFormat.found(cell);
          return found == null
              || visitor.visit(RowFormat.key(keys, row), found.value(), found.version());
        });
  }

  private RowScan scanOf(byte[] first, byte[] end, boolean backward, boolean keysOnly) {
    return new RowScan(calls, scan -> table.get().getScanner(scan), first, end, backward, keysOnly);
  }

  @Override
  public void put(Key key, byte @Nullable [] value, long version) throws IOException {
    put(List.of(new Change(key, value, version)));
  }

  @Override
  public void put(List<Change> changes) throws IOException {
    calls.checkOpen();
    failed = true;
    int generation = state.generation();
    List<Put> group = new ArrayList<>();
    int bytes = 0;
    for (Change change : changes) {
      group.add(RowFormat.put(generation, change));
      bytes += change.value() == null ? 0 : change.value().length;
      if (group.size() == MAX_CHANGES || bytes >= MAX_CHANGED_BYTES) {
        write(group);
        group.clear();
        bytes = 0;
      }
    }
    if (!group.isEmpty()) {
      write(group);
    }
    failed = false;
  }

  @Override
  public void delete(Key from, Key to) throws IOException {
    calls.checkOpen();
    failed = true;
    int generation = state.generation();
    removeRange(RowFormat.row(generation, from), RowFormat.row(generation, to), false);
    failed = false;
  }

  /**
   * Removes the entries of a range of rows.
   *
   * @param whole whether no further writes to these rows will follow, so that all versions are
   *     removed
   */
  private void removeRange(byte[] first, byte[] end, boolean whole) throws IOException {
    List<Delete> group = new ArrayList<>();
    scanOf(first, end, false, true)
        .runOnce(
            (row, cell) -> {
              long version = whole ? Long.MAX_VALUE - 1 : cell.getTimestamp();
              group.add(RowFormat.remove(row, version));
              if (group.size() == MAX_CHANGES) {
                write(group);
                group.clear();
              }
              return true;
            });
    if (!group.isEmpty()) {
      write(group);
    }
  }

  private void removeGenerationsBefore(int generation) throws IOException {
    removeRange(RowFormat.from(1, null), RowFormat.from(generation, null), true);
  }

  private void write(List<? extends Mutation> group) throws IOException {
    ownership.check(Calls.Kind.WRITE, CHECK_NS);
    calls.once(
        Calls.Kind.WRITE,
        () -> {
          Object[] results = new Object[group.size()];
          try {
            table.get().batch(List.<Row>copyOf(group), results);
          } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted while HBase writes");
          }
          return results;
        });
  }

  @Override
  public void commit(State next) throws IOException {
    calls.checkOpen();
    if (failed) {
      throw new IllegalStateException(
          "a write to the table " + table.name() + " failed; repeat all since the commit");
    }
    set(new TableState(state.generation(), next));
  }

  /**
   * Begins a new generation of rows, and then removes the rows of earlier generations. If the
   * removal is interrupted, the next {@link #open} continues it.
   */
  @Override
  public void clear() throws IOException {
    calls.checkOpen();
    int next = state.generation() + 1;
    set(new TableState(next, State.EMPTY));
    failed = false;
    removeGenerationsBefore(next);
  }

  private void set(TableState next) throws IOException {
    ownership.set(next);
    state = next;
  }

  /** Returns the total length of the table's data in HBase, as measured up to some seconds ago. */
  @Override
  public long bytes() {
    calls.checkOpen();
    return watch.bytes();
  }

  /**
   * Removes the tombstones at or below the version of the table's state, without waiting for the
   * grace period.
   *
   * @return the number of removed tombstones
   */
  int removeTombstones() throws IOException {
    return watch.sweep(state);
  }

  @Override
  public int readsTogether() {
    return READS_TOGETHER;
  }

  @Override
  public Optional<String> warning() {
    return calls.warning();
  }

  @Override
  public long failedCalls() {
    return calls.failures();
  }

  @Override
  public void close() throws IOException {
    if (!calls.isClosed()) {
      calls.close();
      watch.close();
      connection.close();
    }
  }
}
