package dev.yardmaster.jdbc.sql;

import java.util.function.Supplier;

/**
 * The templates of statements on one database, whose keys are read when a template is first asked
 * for. Any thread.
 */
public final class DatabaseTemplates {
  private final KeyColumns declared;
  private final RowHash hash;
  private volatile StatementTemplates templates;

  /**
   * Nothing was read so far.
   *
   * @param declared keys that count whatever is read
   * @param hash shared with whoever else names rows
   */
  public DatabaseTemplates(KeyColumns declared, RowHash hash) {
    this.declared = declared;
    this.hash = hash;
  }

  /**
   * The templates.
   *
   * @param reading the keys of the database, read by one thread at a time; null when they could not
   *     be, and whoever asks next tries again
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
