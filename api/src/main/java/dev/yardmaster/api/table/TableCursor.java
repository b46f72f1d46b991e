package dev.yardmaster.api.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.YardmasterException;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * The position of a scan of a {@link Table} in a snapshot. A scan may have any number of entries.
 * The cursor begins before the first entry, holds one page of entries, and ends with its snapshot:
 *
 * <pre>{@code
 * TableCursor<Account> cursor = ACCOUNTS.cursor(snapshot);
 * while (cursor.next()) {
 *   use(cursor.entry().value());
 * }
 * }</pre>
 *
 * <p>The thread that uses the snapshot uses the cursor.
 *
 * @param <V> the values' type
 */
public final class TableCursor<V> {

  private final Table<V> table;
  private final SnapshotCursor cursor;

  TableCursor(Table<V> table, SnapshotCursor cursor) {
    this.table = table;
    this.cursor = cursor;
  }

  /**
   * Moves to the next entry. Returns false if there are no more entries.
   *
   * @throws YardmasterException if the snapshot has ended
   */
  public boolean next() {
    return cursor.next();
  }

  /**
   * Returns the current entry.
   *
   * @throws NoSuchElementException before the first entry and after the last entry
   * @throws YardmasterException {@link ErrorCode#BAD_VALUE} if the codec cannot decode the value
   */
  public TableEntry<V> entry() {
    V value = table.decode(cursor.key(), cursor.value());
    return new TableEntry<>(cursor.key(), Objects.requireNonNull(value));
  }
}
