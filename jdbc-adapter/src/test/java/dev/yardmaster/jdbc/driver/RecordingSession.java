package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.AdmissionSession;
import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A session that records its calls in words, and waits as the test prescribes. The session's
 * templates use one row for each parameter with a value. The hash of the value is the row.
 */
public final class RecordingSession implements AdmissionSession {
  /** How a statement waits. */
  @FunctionalInterface
  public interface Wait {
    void until(CancellableTimeout waitLimit) throws SQLException;
  }

  /**
   * The calls in words, for example {@code before [SELECT 1] auto}. A vendor may write to the same
   * log.
   */
  public final List<String> log;

  /** How each execution waits. */
  public volatile Wait wait = waitLimit -> {};

  public RecordingSession(List<String> log) {
    this.log = log;
  }

  @Override
  public StatementTemplate template(String sql) {
    return new FirstWord(sql);
  }

  @Override
  public void beforeExecution(
      List<BoundStatement> statements, boolean autoCommit, CancellableTimeout waitLimit)
      throws SQLException {
    log.add(
        "before "
            + statements.stream().map(RecordingSession::text).toList()
            + (autoCommit ? " auto" : "")
            + (waitLimit.timeoutS == 0 ? "" : " within " + waitLimit.timeoutS + " s"));
    wait.until(waitLimit);
  }

  private static String text(BoundStatement statement) {
    String rows =
        statement.rows().stream()
            .map(row -> Long.toString(row.row()))
            .collect(Collectors.joining(" "));
    return statement.template().sql() + (rows.isEmpty() ? "" : " " + rows);
  }

  @Override
  public void afterExecution(
      List<BoundStatement> statements, boolean autoCommit, SQLException failure) {
    log.add("after" + (autoCommit ? " auto" : "") + because(failure));
  }

  @Override
  public void transactionEnded(boolean committed, SQLException failure) {
    log.add((committed ? "committed" : "ended") + because(failure));
  }

  @Override
  public void passThrough(boolean on) {
    log.add(on ? "pass" : "schedule");
  }

  @Override
  public void savepointSet() {
    log.add("savepoint");
  }

  private static String because(SQLException failure) {
    return failure == null ? "" : " by " + failure.getMessage();
  }

  /** A template that knows only the first word of a statement. */
  private record FirstWord(String sql) implements StatementTemplate {
    @Override
    public Kind kind() {
      return switch (sql.split(" ", 2)[0].toUpperCase(Locale.ROOT)) {
        case "SELECT" -> Kind.READ;
        case "INSERT", "UPDATE", "DELETE" -> Kind.WRITE;
        case "BEGIN" -> Kind.BEGIN;
        case "COMMIT" -> Kind.COMMIT;
        case "ROLLBACK" -> sql.contains(" TO ") ? Kind.OTHER : Kind.ROLLBACK;
        default -> Kind.OTHER;
      };
    }

    @Override
    public List<RowUse> rows(Object[] parameters) {
      List<RowUse> rows = new ArrayList<>();
      for (Object value : parameters) {
        if (value != null) {
          rows.add(new RowUse(0, value.hashCode(), kind() == Kind.WRITE));
        }
      }
      return rows;
    }
  }
}
