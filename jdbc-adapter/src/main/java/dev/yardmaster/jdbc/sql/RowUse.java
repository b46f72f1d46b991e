package dev.yardmaster.jdbc.sql;

/**
 * A row that a statement reads or writes, as far as its text and its parameters tell.
 *
 * @param table which table, as a hash
 * @param row which row of it, as a hash of the values of the table's key
 * @param writes whether it is written; a write reads, too
 */
public record RowUse(long table, long row, boolean writes) {

  /** The row among all tables' rows. Two rows may share it, which costs time and nothing else. */
  public long fingerprint() {
    long mixed = (table + row) * 0x9E3779B97F4A7C15L ^ row;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 29);
  }
}
