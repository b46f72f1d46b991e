package dev.yardmaster.jdbc.sql;

/**
 * A row that a statement reads or writes, if this follows from the statement's text and parameters.
 *
 * @param table the hash of the table
 * @param row the hash of the values of the row's key
 * @param writes whether the row is written; a write includes a read
 */
public record RowUse(long table, long row, boolean writes) {

  /**
   * Returns a fingerprint of the row and its table. If two rows have the same fingerprint, their
   * transactions wait for each other unnecessarily.
   */
  public long fingerprint() {
    long mixed = (table + row) * 0x9E3779B97F4A7C15L ^ row;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 29);
  }
}
