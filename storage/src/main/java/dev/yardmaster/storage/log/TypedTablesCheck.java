package dev.yardmaster.storage.log;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;

/** Refuses data with typed tables. Services that support only keys and values use this check. */
public final class TypedTablesCheck {

  private TypedTablesCheck() {}

  /**
   * Checks the key of a recovered entry.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the entry is the definition of a
   *     typed table
   */
  public static void refuse(Key key) {
    String typed = key.definedTable();
    if (typed != null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the data directory has typed tables, which only an engine or a database has",
          "table",
          typed);
    }
  }
}
