package dev.yardmaster.jdbc.sql;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * The templates of statements on one database. The class reads the keys of the database's tables
 * when a template is first requested. This class is thread-safe.
 */
public final class DatabaseTemplates {
  private final KeyColumns declared;
  private final RowHash hash;
  private final Executor background;

  @Shared(
      writers = "the first thread that requests the templates",
      readers = "threads that open connections or submit statements",
      access =
          "volatile; written once, under the object's monitor, within which the keys are read "
              + "from the database")
  private volatile StatementTemplates templates;

  /**
   * Creates the templates, but does not read keys from the database.
   *
   * @param declared declared keys, which take precedence over the keys that are read from the
   *     database
   * @param hash the hash of rows; all users of the rows' fingerprints share it
   * @param background parses texts; null if the thread that requests a text parses it
   */
  public DatabaseTemplates(KeyColumns declared, RowHash hash, Executor background) {
    this.declared = declared;
    this.hash = hash;
    this.background = background;
  }

  /**
   * Returns the templates of the database's statements.
   *
   * @param reading reads the keys of the database; one thread at a time calls the supplier. If the
   *     reading fails, the supplier returns null, and the next call of this method tries again
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
          return new StatementTemplates(declared, hash, background);
        }
        templates = new StatementTemplates(declared.or(read), hash, background);
      }
      return templates;
    }
  }
}
