package dev.yardmaster.jdbc.sql;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A template with the patterns of the rows that its text determines. If a text may use rows, it
 * must be parsed to find them. Until then, the template's kind is {@link
 * StatementTemplate.Kind#OTHER}, and the template has no row patterns.
 */
final class ParsedTemplate implements StatementTemplate {
  /**
   * The result of parsing a text.
   *
   * @param patterns the known rows
   */
  record Meaning(Kind kind, List<RowPattern> patterns) {
    static final Meaning UNKNOWN = new Meaning(Kind.OTHER, List.of());
  }

  private final String sql;
  private final RowHash hash;
  private final boolean unscheduled;

  @Shared(
      writers = "the thread that parses the text",
      readers = "all threads that execute the statement",
      access = "volatile; written once")
  private volatile Meaning meaning;

  /** Parses the text; null if the text was parsed, or is not to be parsed. */
  @Shared(
      writers = "the thread that parses the text",
      readers = "threads that request the template",
      access = "guarded by the object's monitor")
  private Supplier<Meaning> parser;

  ParsedTemplate(String sql, Meaning meaning, RowHash hash, boolean unscheduled) {
    this.sql = sql;
    this.meaning = meaning;
    this.hash = hash;
    this.unscheduled = unscheduled;
  }

  /** Creates a template whose text is parsed by {@link #parse}. */
  ParsedTemplate(String sql, RowHash hash, Supplier<Meaning> parser) {
    this(sql, Meaning.UNKNOWN, hash, false);
    this.parser = parser;
  }

  /**
   * Parses the text if it has not been parsed yet. If another thread is parsing the text, waits
   * until that thread has finished.
   */
  synchronized void parse() {
    if (parser != null) {
      meaning = parser.get();
      parser = null;
    }
  }

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public Kind kind() {
    return meaning.kind();
  }

  @Override
  public boolean unscheduled() {
    return unscheduled;
  }

  @Override
  public List<RowUse> rows(Object[] parameters) {
    List<RowPattern> patterns = meaning.patterns();
    if (patterns.isEmpty()) {
      return List.of();
    }
    List<RowUse> rows = new ArrayList<>(patterns.size());
    for (int i = 0; i < patterns.size(); i++) {
      RowUse row = patterns.get(i).row(hash, parameters);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return kind() + " " + sql;
  }
}
