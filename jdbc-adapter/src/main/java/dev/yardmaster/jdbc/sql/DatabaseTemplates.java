package dev.yardmaster.jdbc.sql;

import dev.yardmaster.annotations.Shared;
import java.util.function.Supplier;

/**
 * The templates of statements on one database. The keys of its tables are read when a template is
 * first requested. This class is thread-safe.
 */
public final class DatabaseTemplates {
  private final KeyColumns declared;
  private final RowHash hash;

  @Shared(
      writers = "the first thread that requests the templates",
      readers = "threads that open connections or submit statements",
      access =
          "volatile; written once, under the object's monitor, within which the keys are read "
              + "from the database")
  private volatile StatementTemplates templates;

  /**
   * Creates the templates without reading keys.
   *
   * @param declared keys that take precedence over those read
   * @param hash the hash of rows, shared with all other users of the rows' fingerprints
   */
  public DatabaseTemplates(KeyColumns declared, RowHash hash) {
    this.declared = declared;
    this.hash = hash;
  }

  /**
   * Returns the templates.
   *
   * @param reading reads the keys of the database, called by one thread at a time; returns null if
   *     it fails, so that the next call tries again
   */
  public StatementTemplates get(Supplier<KeyColumns> reading) {
    StatementTemplates known = templates;
    if (known != null) {
      return known;
    }
    synchronized (this) {
      if (templates == null) {
        KeyColumns read = reading.get();
        if (read == null) {
          return new StatementTemplates(declared, hash);
        }
        templates = new StatementTemplates(declared.or(read), hash);
      }
      return templates;
    }
  }
}
