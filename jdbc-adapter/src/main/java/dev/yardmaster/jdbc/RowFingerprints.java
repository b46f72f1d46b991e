package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.sql.DatabaseTemplates;
import dev.yardmaster.jdbc.sql.KeyColumns;
import dev.yardmaster.jdbc.sql.RowHash;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.logging.Loggers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/**
 * Converts declared rows into fingerprints. When a transaction first declares a statement, this
 * class reads the keys of the tables from the database. This class is thread-safe.
 */
@NullUnmarked // Internal: fields and results may be null.
final class RowFingerprints {
  private static final Logger LOG = Loggers.of(RowFingerprints.class);

  private final RowHash hash;
  private final DatabaseTemplates templates;
  private final Supplier<KeyColumns> reading = this::read;
  private final DataSource pool;

  RowFingerprints(RowHash hash, KeyColumns declared, DataSource pool) {
    this.hash = hash;
    templates = new DatabaseTemplates(declared, hash, null);
    this.pool = pool;
  }

  /** Returns the row of a table with this key. */
  RowUse row(String table, List<Object> key, boolean writes) {
    Object[] values = key.toArray();
    return writes ? hash.written(table, values) : hash.read(table, values);
  }

  /** Returns the rows that are derived from a statement. */
  List<RowUse> rows(String sql, List<Object> parameters) {
    return templates.get(reading).of(sql).rows(parameters.toArray());
  }

  /**
   * Returns the keys of the tables; null if no connection could be borrowed. The next declared
   * statement causes another attempt to read the keys.
   */
  private KeyColumns read() {
    try (Connection connection = pool.getConnection()) {
      return KeyColumns.read(connection);
    } catch (SQLException failure) {
      LOG.warn(
          "the keys of tables could not be read; the rows of statements are derived from all the"
              + " columns that they compare",
          failure);
      return null;
    }
  }
}
