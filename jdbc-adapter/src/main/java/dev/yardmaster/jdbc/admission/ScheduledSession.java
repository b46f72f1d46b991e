package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.TransactionClasses.Aborted;
import dev.yardmaster.jdbc.counting.TransactionCounters;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.figures.PassReason;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import dev.yardmaster.jdbc.sql.StatementTemplate.Kind;
import dev.yardmaster.jdbc.sql.StatementTemplates;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The session of one connection, whose transactions run one after another. */
@Shared(
    writers = "the thread that has entered the connection's guard",
    readers = "the same",
    access = "plain; passed between threads by ConnectionGuard.user")
final class ScheduledSession implements AdmissionSession {
  /** The first words of statements that use no rows. */
  private static final List<String> HARMLESS =
      List.of("SET ", "SHOW ", "RESET ", "SAVEPOINT ", "RELEASE ", "DISCARD ", "LISTEN ");

  /**
   * In ns, the longest time between the end of an aborted transaction and the beginning of its
   * retry. A later transaction of the same thread and class does not count as a retry.
   */
  private static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * While a class is contended but not scheduled, the session records the rows of one of every
   * {@value} transactions. The rows of the class are then known when a trial switches scheduling
   * on.
   */
  private static final int SAMPLE = 8;

  private final DatabaseAdmission database;
  private final StatementTemplates templates;

  /** Whether each error of a statement aborts the transaction, as in PostgreSQL. */
  private final boolean abortsOnError;

  /** The number of transactions that the session has begun. */
  private int number;

  private boolean begun;

  /** Whether a statement such as BEGIN began the transaction. */
  private boolean byText;

  /**
   * Whether all transactions of the connection pass through, because the connection is read-only or
   * READ COMMITTED.
   */
  private boolean passing;

  /**
   * Whether the present transaction passes through, because a statement has made it read-only or
   * READ COMMITTED.
   */
  private boolean passingOnce;

  /** Whether the rows of the transaction are recorded. */
  private boolean recorded;

  /** Whether the database has ended the transaction, because of an error. */
  private boolean released;

  private boolean hasSavepoint;

  private AdmittedTicket ticket;

  /** The reason why the transaction runs without its turn; null if it has its turn. */
  private PassReason passed;

  /** The class of the transaction; null if the transaction passes through. */
  private TransactionClass kind;

  private boolean alone;
  private String firstText;
  private final UsedRows rows = new UsedRows();
  private SQLException failure;

  /** The time of the first statement. */
  private long beganNs;

  /** The end of the previous attempt, if the transaction is a retry; otherwise {@link #beganNs}. */
  private long countedFromNs;

  private boolean isRetry;

  /** The total wait of all attempts of the transaction. */
  private long waitedNs;

  ScheduledSession(
      DatabaseAdmission database, StatementTemplates templates, boolean abortsOnError) {
    this.database = database;
    this.templates = templates;
    this.abortsOnError = abortsOnError;
  }

  @Override
  public StatementTemplate template(String sql) {
    return templates.of(sql);
  }

  @Override
  public void passThrough(boolean on) {
    passing = on;
  }

  @Override
  public void savepointSet() {
    hasSavepoint = true;
  }

  @Override
  public void beforeExecution(
      List<BoundStatement> statements, boolean autoCommit, CancellableTimeout waitLimit)
      throws SQLException {
    if (begun) {
      goOn(statements);
      return;
    }
    boolean isAlone = autoCommit && !byText;
    for (int i = 0; i < statements.size(); i++) {
      StatementTemplate statement = statements.get(i).template();
      Kind is = statement.kind();
      isAlone &= is != Kind.BEGIN;
      passingOnce |= statement.unscheduled();
      if (is == Kind.OTHER && mayHaveBegun(statement) && !isAlone) {
        // This statement was not understood and may lock rows, so no later statement of the
        // transaction may wait.
        begin(statement.sql(), List.of(), false, waitLimit);
        return;
      }
      if (is == Kind.READ || is == Kind.WRITE) {
        // A single read has its own snapshot, and so delays no other transaction.
        if (!isAlone || hasAny(statements, Kind.WRITE)) {
          begin(statement.sql(), statements, isAlone, waitLimit);
        }
        return;
      }
    }
  }

  /**
   * Returns whether a statement whose text was not understood may take a snapshot or acquire locks.
   */
  private static boolean mayHaveBegun(StatementTemplate statement) {
    String text = statement.sql();
    if (text == null) {
      return true;
    }
    String start = text.stripLeading();
    return HARMLESS.stream().noneMatch(word -> startsWith(start, word));
  }

  private static boolean startsWith(String text, String word) {
    return text != null && text.regionMatches(true, 0, word, 0, word.length());
  }

  private static boolean hasAny(List<BoundStatement> statements, Kind kind) {
    for (int i = 0; i < statements.size(); i++) {
      if (statements.get(i).template().kind() == kind) {
        return true;
      }
    }
    return false;
  }

  private void begin(
      String text, List<BoundStatement> statements, boolean isAlone, CancellableTimeout waitLimit)
      throws SQLException {
    TransactionClass of =
        passing || passingOnce || text == null ? null : database.classes().of(text);
    if (of == null) {
      begun = true;
      recorded = false;
      passed = passing || passingOnce ? PassReason.ISOLATION : PassReason.NO_ROWS;
      return;
    }
    beganNs = database.clock().nanoTime();
    Aborted last = database.classes().takeAborted(text);
    isRetry = last != null && beganNs - last.endedNs() <= MAX_PAUSE_NS;
    countedFromNs = isRetry ? last.endedNs() : beganNs;
    waitedNs = isRetry ? last.waitedNs() : 0;
    number++;
    alone = isAlone;
    firstText = text;
    boolean on = database.gate().isOn();
    boolean scheduled = on && of.isScheduled();
    passed = scheduled ? PassReason.NO_ROWS : on ? PassReason.NOT_CONTENDED : PassReason.OFF;
    recorded = scheduled || (on && of.isContended() && number % SAMPLE == 0);
    if (recorded) {
      rows.begin(statements, last, alone ? null : of.template);
      if (scheduled && !rows.expected().isEmpty()) {
        ticket =
            database.admit(
                rows.expected(), waitLimit, new WaitBound(of.maxWaitNs(), waitedNs, isRetry));
        passed = ticket == null ? PassReason.QUEUE_FULL : ticket.passed;
        waitedNs += database.clock().nanoTime() - beganNs;
      }
    }
    begun = true;
    kind = of;
    of.running.increment();
  }

  private void goOn(List<BoundStatement> statements) {
    if (!recorded || released) {
      return;
    }
    List<RowUse> named = rows.add(statements);
    if (named.isEmpty() || !kind.isScheduled() || (ticket != null && rows.areExpected(named))) {
      return;
    }
    // The template may predict further rows from the new keys. The predicted rows are added now, so
    // that other transactions wait for these rows.
    List<RowUse> added = rows.predict(alone ? null : kind.template);
    if (ticket == null) {
      ticket = database.follow(rows.expected(), kind.maxWaitNs());
      passed = passed == PassReason.NO_ROWS ? ticket.passed : passed;
    } else if (rows.writes()) {
      database.alsoUses(ticket, added);
    }
  }

  @Override
  public void afterExecution(
      List<BoundStatement> statements, boolean autoCommit, SQLException thrown) {
    if (thrown != null) {
      failed(thrown);
    }
    // A failed BEGIN does not begin a transaction.
    if (autoCommit && !byText && (thrown != null || !hasAny(statements, Kind.BEGIN))) {
      transactionEnded(thrown == null, thrown);
    }
    for (int i = 0; i < statements.size(); i++) {
      follow(statements.get(i).template(), thrown);
    }
  }

  /**
   * Ends the ticket if the database has aborted the transaction and so released its locks. The
   * application may roll back much later.
   */
  private void failed(SQLException thrown) {
    if (failure == null) {
      failure = thrown;
    }
    if (ticket != null
        && ((abortsOnError && !hasSavepoint)
            || database.classifier().classify(thrown, false) != FailureKind.OTHER)) {
      endTicket();
      released = true;
    }
  }

  private void endTicket() {
    AdmittedTicket last = ticket;
    ticket = null;
    if (last != null) {
      database.end(last);
    }
  }

  /**
   * Updates the session's state if a statement's text begins or ends a transaction. A failed COMMIT
   * ends the transaction.
   */
  private void follow(StatementTemplate statement, SQLException thrown) {
    Kind is = statement.kind();
    if (is == Kind.COMMIT || (is == Kind.ROLLBACK && thrown == null)) {
      transactionEnded(is == Kind.COMMIT && thrown == null, thrown);
    } else if (is == Kind.BEGIN && thrown == null) {
      byText = true;
    } else if (is == Kind.OTHER && startsWith(statement.sql(), "SAVEPOINT ")) {
      hasSavepoint = true;
    }
  }

  @Override
  public void transactionEnded(boolean committed, SQLException thrown) {
    byText = false;
    passingOnce = false;
    hasSavepoint = false;
    SQLException by = thrown == null ? failure : thrown;
    failure = null;
    if (!begun) {
      return;
    }
    begun = false;
    endTicket();
    boolean conflict = !committed && isConflict(by);
    count(committed, conflict, by);
    long nowNs = database.clock().nanoTime();
    if (kind != null) {
      measure(kind, committed, conflict, nowNs);
    }
    database.transactionEnded(nowNs);
    kind = null;
    recorded = false;
    released = false;
    rows.clear();
  }

  private void count(boolean committed, boolean conflict, SQLException by) {
    TransactionCounters counters = database.counters();
    if (committed) {
      counters.countCommitted();
    } else if (by == null) {
      counters.countRolledBack();
    } else {
      counters.countAborted(by.getSQLState(), conflict);
    }
    counters.countPassed(passed);
  }

  private void measure(TransactionClass of, boolean committed, boolean conflict, long nowNs) {
    long attemptNs = nowNs - countedFromNs;
    long lostNs = conflict ? attemptNs : beganNs - countedFromNs;
    of.running.decrement();
    of.busyNs.add(attemptNs);
    database.counters().addTimes(attemptNs, lostNs);
    if (conflict) {
      of.lostNs.add(lostNs);
      if (recorded) {
        database.aborted(rows.used());
      }
      database
          .classes()
          .recordAborted(
              new Aborted(
                  firstText,
                  recorded ? rows.first() : List.of(),
                  recorded ? List.copyOf(rows.used()) : List.of(),
                  waitedNs,
                  nowNs));
    } else {
      of.completed.increment();
      if (isRetry) {
        of.retried.increment();
        of.lostNs.add(lostNs);
      }
      if (committed && recorded && !alone && !rows.isLoad() && of.template.samples(number)) {
        of.template.learn(rows.used());
      }
    }
  }

  private boolean isConflict(SQLException by) {
    return by != null && database.classifier().classify(by, false) == FailureKind.RETRY;
  }
}
