package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Records the outcomes of a run's operations, and checks invariants that hold under every schedule.
 * Every operation has one outcome, of an allowed kind; if its id has several outcomes, all are
 * equal. Every committed audit sees the correct total of the money. At the end, each note holds the
 * value of its last committed writer, by commit version. Any thread may call the methods.
 *
 * <p>After a crash some operations have an unknown outcome. Before the next submission, the run
 * queries the fate of each of these operations: whether the operation committed, and at which
 * version.
 */
public final class BankLedger implements Ledger {

  private static final int KEPT_COMPLAINTS = 10;

  private final long totalCents;

  /** The operations without an outcome, by number. */
  private final Map<Long, Operation<?, ?>> open = new TreeMap<>();

  /** The operations with an unknown outcome, by number. */
  private final Map<Long, Operation<?, ?>> unresolved = new TreeMap<>();

  private final LastNotes notes;
  private final List<String> complaints = new ArrayList<>();
  private final boolean interrupts;
  private final boolean tightBounds;
  private final LongSupplier clockNs;
  private final Map<Long, Long> beganNs = new HashMap<>();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private final FirstOutcomes ids = new FirstOutcomes();
  private long began;
  private long committed;
  private long tookPlaceUnanswered;
  private long newestVersion;

  /**
   * The highest commit version of all earlier lives of the service; the current life has higher
   * versions.
   */
  private long versionBefore;

  private int mostRestarts;
  private long snapshots;
  private long inspected;
  private boolean closing;

  /**
   * Creates a ledger for a number of accounts and notes.
   *
   * @param interrupts whether callers are interrupted
   * @param tightBounds whether operations may time out
   * @param clockNs the clock for the operations' timeouts
   */
  public BankLedger(
      int accounts, int notes, boolean interrupts, boolean tightBounds, LongSupplier clockNs) {
    this.interrupts = interrupts;
    this.tightBounds = tightBounds;
    this.clockNs = clockNs;
    totalCents = accounts * OpenAccounts.OPENING_CENTS;
    this.notes = new LastNotes(notes);
  }

  /** Records that an operation was submitted to the service. */
  @Override
  public synchronized void began(Operation<?, ?> operation) {
    began++;
    open.put(operation.number(), operation);
    ids.began(operation);
    beganNs.put(operation.number(), clockNs.getAsLong());
  }

  @Override
  public synchronized void opensSnapshot() {
    snapshots++;
  }

  @Override
  public synchronized void inspected(long cents, boolean isStrict) {
    inspected++;
    boolean isRight = cents == totalCents || (cents == 0 && !isStrict);
    if (!isRight && complaints.size() < KEPT_COMPLAINTS) {
      complaints.add("a snapshot must see " + totalCents + " cents, but found " + cents);
    }
  }

  @Override
  public synchronized void snapshotFailed(YardmasterException error) {
    boolean isAllowed =
        switch (error.code()) {
          case SNAPSHOT_TOO_OLD, UNAVAILABLE, OVERLOADED -> true;
          case CLOSED -> closing;
          case INTERRUPTED -> interrupts;
          default -> false;
        };
    if (!isAllowed && complaints.size() < KEPT_COMPLAINTS) {
      complaints.add("a snapshot must not fail so: " + error.getMessage());
    }
  }

  /** Returns the number of snapshots that clients have tried to open. */
  public synchronized long snapshots() {
    return snapshots;
  }

  /** Returns the number of snapshots in which a client has read all accounts. */
  public synchronized long inspected() {
    return inspected;
  }

  /**
   * Records that the service is being closed. Afterwards operations may be refused because of the
   * close.
   */
  @Override
  public synchronized void closing() {
    closing = true;
  }

  /**
   * Records the outcome of an operation. The outcome is null if the stage completed exceptionally.
   */
  @Override
  public synchronized void ended(Operation<?, ?> operation, Outcome<?> outcome) {
    if (open.remove(operation.number()) == null) {
      complain(operation, "has a second outcome", outcome);
      return;
    }
    outcomes.merge(kind(outcome), 1L, Long::sum);
    if (outcome instanceof Outcome.Unknown<?>) {
      unresolved.put(operation.number(), operation);
      return;
    }
    String complaint = ids.complaintOf(operation, outcome);
    if (complaint != null) {
      complain(operation, complaint, outcome);
    }
    if (outcome instanceof Outcome.Committed<?> commit) {
      mostRestarts = Math.max(mostRestarts, commit.restarts());
      committed(operation, commit);
    } else if (outcome instanceof Outcome.Aborted<?> aborted) {
      mostRestarts = Math.max(mostRestarts, aborted.restarts());
    }
    if (!(outcome instanceof Outcome.Committed<?>) && !mayEndSo(operation, outcome)) {
      complain(operation, "must not have this outcome", outcome);
    }
  }

  /** Records a sudden end of the service. The outcomes of all open operations are then unknown. */
  public synchronized void crashed() {
    open.values().forEach(operation -> outcomes.merge("UNKNOWN", 1L, Long::sum));
    unresolved.putAll(open);
    open.clear();
    versionBefore = newestVersion;
    closing = false;
  }

  /** Returns the operations whose outcome is unknown, by number. */
  public synchronized List<Operation<?, ?>> unresolved() {
    return List.copyOf(unresolved.values());
  }

  /**
   * Records the status of an id that the service returned. An earlier life of the service did not
   * answer the operation of this id.
   */
  public synchronized void statusAnswered(Operation<?, ?> operation, TransactionStatus status) {
    String complaint = ids.complaintOf(operation, status);
    if (complaint != null) {
      complain(operation, complaint, status.outcome());
    }
  }

  /**
   * Records the outcome of an operation whose outcome was unknown.
   *
   * @param commitVersion the version of the commit; empty if the operation did not commit; 0 if it
   *     committed without writes
   */
  public synchronized void resolved(Operation<?, ?> operation, OptionalLong commitVersion) {
    if (unresolved.remove(operation.number()) == null) {
      complain(operation, "was resolved, but its outcome was already known", null);
    } else if (commitVersion.isPresent() && !operation.isQuery() && ids.isFirstCommit(operation)) {
      tookPlaceUnanswered++;
      checkTookPlace(operation, commitVersion.getAsLong());
      versionBefore = Math.max(versionBefore, newestVersion);
    }
  }

  private void checkTookPlace(Operation<?, ?> operation, long version) {
    newestVersion = Math.max(newestVersion, version);
    if (operation.argument() instanceof Edit.Argument edit) {
      wrote(operation, edit, version, null);
    } else if (operation.argument() instanceof Follow.Argument follow) {
      notes.wroteSomewhere(follow.number(), version);
    } else if (operation.procedure() == ThrowingProcedure.PROCEDURE) {
      complain(operation, "must not commit: version=" + version, null);
    }
  }

  private static String kind(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      return aborted.cause().name();
    }
    if (outcome instanceof Outcome.Rejected<?> rejected) {
      return rejected.error().code().name();
    }
    if (outcome instanceof Outcome.Unknown<?>) {
      return "UNKNOWN";
    }
    return outcome == null ? "NONE" : "COMMITTED";
  }

  private void committed(Operation<?, ?> operation, Outcome.Committed<?> commit) {
    if (operation.isQuery()) {
      // Only a query that found no outcome has written data.
      committed += commit.commitVersion() > 0 ? 1 : 0;
    } else if (ids.isFirstCommit(operation)) {
      committed++;
      checkCommitted(operation, commit);
    }
  }

  private void checkCommitted(Operation<?, ?> operation, Outcome.Committed<?> commit) {
    long version = commit.commitVersion();
    newestVersion = Math.max(newestVersion, version);
    if (version > 0 && version <= versionBefore) {
      complain(operation, "has a version of the life before, " + versionBefore, commit);
    }
    if (operation.argument() instanceof Edit.Argument edit) {
      wrote(operation, edit, version, commit);
    } else if (operation.argument() instanceof Follow.Argument follow) {
      int note = (Integer) commit.value();
      if (note != Divert.NOTHING) {
        wrote(operation, version, note, Edit.value(follow.number(), note), commit);
      }
    } else if (operation.procedure() == SumOfBalances.PROCEDURE) {
      if (!commit.value().equals(totalCents)) {
        complain(operation, "must see " + totalCents + " cents", commit);
      }
    } else if (operation.procedure() == ReadNotes.PROCEDURE) {
      notes
          .differences((List<?>) commit.value())
          .forEach(difference -> complain(operation, difference, null));
    } else if (operation.procedure() == ThrowingProcedure.PROCEDURE) {
      complain(operation, "must not commit", commit);
    }
  }

  /**
   * Records the writes of an edit. {@code commit} is the answer to the edit; null if there was no
   * answer.
   */
  private void wrote(
      Operation<?, ?> operation, Edit.Argument edit, long version, Outcome.Committed<?> commit) {
    for (Edit.Change change : edit.changes()) {
      if (change.action().writes()) {
        byte[] value = change.action().deletes() ? null : Edit.value(edit.number(), change.note());
        wrote(operation, version, change.note(), value, commit);
      }
    }
  }

  private void wrote(
      Operation<?, ?> operation,
      long version,
      int note,
      byte[] value,
      Outcome.Committed<?> commit) {
    if (!notes.wrote(version, note, value)) {
      complain(operation, "wrote at no version of its own", commit);
    }
  }

  private boolean mayEndSo(Operation<?, ?> operation, Outcome<?> outcome) {
    if (operation.mustCommit()) {
      // The submitter submits the operation again.
      return isRefused(outcome, ErrorCode.OVERLOADED)
          || (closing && isRefused(outcome, ErrorCode.CLOSED));
    }
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      return switch (aborted.cause()) {
        case USER -> operation.procedure() == Transfer.PROCEDURE;
        case TIMEOUT -> tightBounds && isOverTime(operation);
        case VICTIM, PRE_VALIDATION, VALIDATION, RANGE, TRUNCATED ->
            aborted.restarts() + 1 == operation.options().maxAttempts();
      };
    }
    if (outcome instanceof Outcome.Rejected<?> rejected) {
      ErrorCode code = rejected.error().code();
      return switch (code) {
        case OVERLOADED -> true;
        case INTERRUPTED -> interrupts;
        case CLOSED -> closing;
        case LOGIC_FAILED -> operation.procedure() == ThrowingProcedure.PROCEDURE;
        case ID_ABORTED, EXPIRED_ID -> operation.options().id() != null;
        default -> false;
      };
    }
    return false;
  }

  private static boolean isRefused(Outcome<?> outcome, ErrorCode code) {
    return outcome instanceof Outcome.Rejected<?> rejected && rejected.error().code() == code;
  }

  /** Returns the number of operations that were refused because the service was full. */
  public synchronized long refused() {
    return outcomes.getOrDefault(ErrorCode.OVERLOADED.name(), 0L);
  }

  private boolean isOverTime(Operation<?, ?> operation) {
    long passedNs = clockNs.getAsLong() - beganNs.get(operation.number());
    return passedNs >= operation.options().timeout().toNanos();
  }

  private void complain(Operation<?, ?> operation, String what, Outcome<?> outcome) {
    if (complaints.size() < KEPT_COMPLAINTS) {
      complaints.add(
          inWords(operation) + " " + what + (outcome == null ? "" : ": " + describe(outcome)));
    }
  }

  private static String describe(Outcome<?> outcome) {
    return outcome instanceof Outcome.Committed ? outcome.toString() : outcome.error().getMessage();
  }

  /** Returns the number of operations that were submitted. */
  public synchronized long began() {
    return began;
  }

  /** Returns the number of operations that have an outcome. */
  public synchronized long ended() {
    return began - open.size();
  }

  /** Returns the number of transactions that committed; each id counts once. */
  public synchronized long committed() {
    return committed;
  }

  /**
   * Returns the number of transactions that committed although their callers received no answer.
   */
  public synchronized long tookPlaceUnanswered() {
    return tookPlaceUnanswered;
  }

  /** Returns the highest number of restarts of an operation. */
  public synchronized int mostRestarts() {
    return mostRestarts;
  }

  /**
   * Returns the number of operations for each kind of outcome: COMMITTED, an abort's cause, or an
   * error's code.
   */
  public synchronized Map<String, Long> outcomes() {
    return new TreeMap<>(outcomes);
  }

  /** Returns whether every operation has an outcome. */
  public synchronized boolean allEnded() {
    return open.isEmpty();
  }

  /**
   * Returns a line for each violation, including operations without an outcome or with an unknown
   * outcome.
   */
  public synchronized List<String> complaints() {
    List<String> all = new ArrayList<>(complaints);
    open.values().stream()
        .limit(KEPT_COMPLAINTS)
        .forEach(operation -> all.add(inWords(operation) + " has no outcome"));
    unresolved.values().stream()
        .limit(KEPT_COMPLAINTS)
        .forEach(operation -> all.add(inWords(operation) + " has an outcome that is not known"));
    return all;
  }

  private static String inWords(Operation<?, ?> operation) {
    return "operation " + operation.number() + " (" + operation.procedure().name() + ")";
  }
}
