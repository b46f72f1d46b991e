package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The session of one connection, whose transactions run one after another. */
@Shared(
    writers = "the thread that has entered the connection's guard",
    readers = "the same",
    access = "plain; passed between threads by ConnectionGuard.user")
final class ScheduledSession implements AdmissionSession {
  /**
   * The maximum number of recorded rows. A transaction with more rows is a bulk load; its further
   * rows are not recorded.
   */
  private static final int MAX_ROWS = 256;

  /** The first words of statements that use no rows. */
  private static final List<String> HARMLESS =
      List.of("SET ", "SHOW ", "RESET ", "SAVEPOINT ", "RELEASE ", "DISCARD ", "LISTEN ");

  private final Admission admission;
  private final StatementTemplates templates;
  private final Predictions predictions;
  private final FailureClassifier classifier;

  private boolean begun;
  private boolean isLoad;

  /** Whether the text of a statement began the transaction. */
  private boolean byText;

  private AdmittedTicket ticket;

  /**
   * Whether the transaction is expected to write. A transaction that only reads delays no other
   * transaction.
   */
  private boolean writing;

  private TransactionTemplate template;
  private String firstText;
  private List<RowUse> first;
  private final ArrayList<RowUse> used = new ArrayList<>();
  private List<RowUse> expected = List.of();
  private SQLException failure;

  ScheduledSession(
      Admission admission,
      StatementTemplates templates,
      Predictions predictions,
      FailureClassifier classifier) {
    this.admission = admission;
    this.templates = templates;
    this.predictions = predictions;
    this.classifier = classifier;
  }

  @Override
  public StatementTemplate template(String sql) {
    return templates.of(sql);
  }

  @Override
  public void beforeExecution(
      List<BoundStatement> statements, boolean autoCommit, CancellableTimeout waitLimit)
      throws SQLException {
    if (begun) {
      goOn(statements);
      return;
    }
    boolean alone = autoCommit && !byText;
    for (BoundStatement statement : statements) {
      Kind kind = statement.template().kind();
      alone &= kind != Kind.BEGIN;
      if (kind == Kind.OTHER && mayHaveBegun(statement) && !alone) {
        // A statement whose text was not understood may already hold locks on rows, so no later
        // statement may wait.
        begin(statement.template().sql(), List.of(), false, waitLimit);
        return;
      }
      if (kind == Kind.READ || kind == Kind.WRITE) {
        // A single read has its own snapshot, and so delays no other transaction.
        if (!alone || hasAny(statements, Kind.WRITE)) {
          begin(statement.template().sql(), rows(statements), alone, waitLimit);
        }
        return;
      }
    }
  }

  /**
   * Returns whether a statement whose text was not understood may take a snapshot or acquire locks.
   */
  private static boolean mayHaveBegun(BoundStatement statement) {
    String text = statement.template().sql();
    if (text == null) {
      return true;
    }
    String start = text.stripLeading();
    return HARMLESS.stream()
        .noneMatch(word -> start.regionMatches(true, 0, word, 0, word.length()));
  }

  private static boolean hasAny(List<BoundStatement> statements, Kind kind) {
    for (int i = 0; i < statements.size(); i++) {
      if (statements.get(i).template().kind() == kind) {
        return true;
      }
    }
    return false;
  }

  private static List<RowUse> rows(List<BoundStatement> statements) {
    if (statements.size() == 1) {
      return statements.get(0).rows();
    }
    List<RowUse> rows = new ArrayList<>(statements.size());
    for (BoundStatement statement : statements) {
      rows.addAll(statement.rows());
    }
    return rows;
  }

  private void begin(String text, List<RowUse> rows, boolean alone, CancellableTimeout waitLimit)
      throws SQLException {
    expected = rows.size() > MAX_ROWS ? List.of() : rows;
    TransactionTemplate known = null;
    if (!alone && rows.size() <= MAX_ROWS) {
      known = predictions.template(text);
      expected = predictions.knownRows(text, rows);
      if (known != null) {
        expected = known.predict(expected);
      }
    }
    if (!expected.isEmpty()) {
      ticket = admission.admit(expected, waitLimit);
    }
    begun = true;
    template = known;
    writing = writesAny(expected);
    failure = null;
    firstText = text;
    first = rows;
    isLoad = rows.size() > MAX_ROWS;
    if (!isLoad) {
      used.addAll(rows);
    }
  }

  private void goOn(List<BoundStatement> statements) {
    List<RowUse> rows = rows(statements);
    if (isLoad || rows.isEmpty() || used.size() + rows.size() > MAX_ROWS) {
      return;
    }
    used.addAll(rows);
    if (ticket != null && areExpected(rows)) {
      return;
    }
    // The session adds the expected uses of the new keys at once, so that other transactions wait
    // for these rows.
    List<RowUse> all = template == null ? List.copyOf(used) : template.predict(used);
    boolean wrote = writing;
    writing |= writesAny(all);
    if (ticket == null) {
      ticket = admission.follow(all);
    } else if (writing) {
      // Before the transaction's first write, the rows that it read were not added to the schedule.
      admission.alsoUses(
          ticket, wrote ? all.stream().filter(row -> !isExpected(row)).toList() : all);
    }
    expected = all;
  }

  private boolean areExpected(List<RowUse> rows) {
    for (RowUse row : rows) {
      if (!isExpected(row)) {
        return false;
      }
    }
    return true;
  }

  private boolean isExpected(RowUse row) {
    for (RowUse known : expected) {
      if (known.row() == row.row()
          && known.table() == row.table()
          && (known.writes() || !row.writes())) {
        return true;
      }
    }
    return false;
  }

  private static boolean writesAny(List<RowUse> rows) {
    for (RowUse row : rows) {
      if (row.writes()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void afterExecution(
      List<BoundStatement> statements, boolean autoCommit, SQLException thrown) {
    if (thrown != null && failure == null) {
      failure = thrown;
    }
    // A failed BEGIN begins nothing.
    if (autoCommit && !byText && (thrown != null || !hasAny(statements, Kind.BEGIN))) {
      transactionEnded(thrown == null, thrown);
    }
    for (int i = 0; i < statements.size(); i++) {
      follow(statements.get(i).template().kind(), thrown);
    }
  }

  /**
   * Updates the session's state if a statement's text begins or ends a transaction. A failed COMMIT
   * ends the transaction.
   */
  private void follow(Kind kind, SQLException thrown) {
    if (kind == Kind.COMMIT || (kind == Kind.ROLLBACK && thrown == null)) {
      transactionEnded(kind == Kind.COMMIT && thrown == null, thrown);
    } else if (kind == Kind.BEGIN && thrown == null) {
      byText = true;
    }
  }

  @Override
  public void transactionEnded(boolean committed, SQLException thrown) {
    byText = false;
    if (!begun) {
      return;
    }
    AdmittedTicket last = ticket;
    ticket = null;
    begun = false;
    if (last != null) {
      admission.end(last);
    }
    if (committed && thrown == null) {
      if (template != null) {
        template.learn(used);
      }
    } else if (template != null && isAborted(thrown == null ? failure : thrown)) {
      predictions.aborted(firstText, first, used);
    }
    template = null;
    failure = null;
    expected = List.of();
    used.clear();
  }

  private boolean isAborted(SQLException by) {
    return by != null && classifier.classify(by, false) == FailureKind.RETRY;
  }
}
