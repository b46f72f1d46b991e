package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import java.util.Map;
import java.util.Set;

/**
 * The size limits of one transaction.
 *
 * @param maxKeys the maximum number of keys that the transaction reads, and likewise the maximum
 *     number that it writes
 * @param maxValueBytes the maximum number of bytes of one value, and of a result that is kept or
 *     transmitted
 * @param maxBytes the maximum total number of bytes of all values that the transaction writes
 * @param maxRounds the maximum number of rounds in which a procedure declares keys
 * @param data the limit on the memory of all data of the service; the values that the transaction
 *     writes count too
 * @param typedTables the names of the tables that have typed rows; a key must not belong to such a
 *     table
 */
public record TransactionLimits(
    int maxKeys,
    int maxValueBytes,
    int maxBytes,
    int maxRounds,
    DataLimit data,
    Set<String> typedTables) {

  /** Copies the names, so that the record is immutable. */
  public TransactionLimits {
    typedTables = Set.copyOf(typedTables);
  }

  /** Creates limits for a service without typed tables. */
  public TransactionLimits(
      int maxKeys, int maxValueBytes, int maxBytes, int maxRounds, DataLimit data) {
    this(maxKeys, maxValueBytes, maxBytes, maxRounds, data, Set.of());
  }

  /** Creates limits for a service that does not limit its data. */
  public TransactionLimits(int maxKeys, int maxValueBytes, int maxBytes, int maxRounds) {
    this(maxKeys, maxValueBytes, maxBytes, maxRounds, DataLimit.NONE);
  }

  /** Returns these limits with another limit on the service's data. */
  public TransactionLimits within(DataLimit limit) {
    return new TransactionLimits(maxKeys, maxValueBytes, maxBytes, maxRounds, limit, typedTables);
  }

  /**
   * Checks that a key is not in a table with typed rows.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the key is in such a table
   */
  public void checkTable(Key key) {
    if (!typedTables.isEmpty() && typedTables.contains(key.table())) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY,
          "the table has typed rows, which procedures read and write, and no keys and values",
          "table",
          key.table());
    }
  }

  /**
   * Checks the writes that an interactive transaction sends with its commit.
   *
   * @param writes the written value of each key; null deletes the key
   * @throws YardmasterException if a key or a value is not valid, or if there are too many keys
   */
  public void checkWrites(Map<Key, byte[]> writes) {
    if (writes.size() > maxKeys) {
      throw Failures.tooMany("writes", maxKeys, writes.size());
    }
    writes.forEach(
        (key, value) -> {
          Key checkedKey = Values.check(key);
          checkTable(checkedKey);
          if (value != null) {
            var unused = Values.check(checkedKey, value, maxValueBytes);
          }
        });
  }
}
