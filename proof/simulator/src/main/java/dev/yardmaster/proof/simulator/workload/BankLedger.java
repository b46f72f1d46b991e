package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What became of the operations of a run, and what must hold whatever the schedule was: every
 * operation has one outcome, of a kind that it may have, and the same as all others of its id;
 * every audit that commits sees all of the money; at the end each note holds what its last
 * committed writer wrote, by commit version. Any thread.
 *
 * <p>A crash leaves operations whose outcome is not known. Each is resolved before the next
 * operation is handed over: it took place, at a commit version, or it did not. Where a {@code
 * follow} wrote that nobody answered, shows in the next reading of all notes.
 */
public final class BankLedger {

  private static final int KEPT_COMPLAINTS = 10;

  private final long totalCents;

  /** Operations without an outcome, by number. */
  private final Map<Long, Operation<?, ?>> open = new TreeMap<>();

  /** Operations whose outcome is not known, by number. */
  private final Map<Long, Operation<?, ?>> unresolved = new TreeMap<>();

  /** Commit versions of follows that wrote to a note that is not known, by number. */
  private final Map<Long, Long> wroteSomewhere = new TreeMap<>();

  private final long[] lastVersion;
  private final byte[][] lastValue;
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

  /** The newest version of the services before; those of this one are higher. */
  private long versionBefore;

  private int mostRestarts;
  private boolean closing;

  /**
   * A ledger for so many accounts and notes.
   *
   * @param interrupts whether callers are interrupted
   * @param tightBounds whether operations may run out of time
   * @param clockNs the time that operations' bounds go by
   */
  public BankLedger(
      int accounts, int notes, boolean interrupts, boolean tightBounds, LongSupplier clockNs) {
    this.interrupts = interrupts;
    this.tightBounds = tightBounds;
    this.clockNs = clockNs;
    totalCents = accounts * OpenAccounts.OPENING_CENTS;
    lastVersion = new long[notes];
    lastValue = new byte[notes][];
  }

  /** An operation is handed to the service. */
  public synchronized void began(Operation<?, ?> operation) {
    began++;
    open.put(operation.number(), operation);
    ids.began(operation);
    beganNs.put(operation.number(), clockNs.getAsLong());
  }

  /** From now on operations may be refused because the service closes. */
  public synchronized void closing() {
    closing = true;
  }

  /** An operation has ended; a stage that broke is a null outcome. */
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
      complain(operation, "must not end so", outcome);
    }
  }

  /** The service has ended without a word: the outcomes of all open operations are unknown. */
  public synchronized void crashed() {
    open.values().forEach(operation -> outcomes.merge("UNKNOWN", 1L, Long::sum));
    unresolved.putAll(open);
    open.clear();
    versionBefore = newestVersion;
    closing = false;
  }

  /** The operations whose outcome is not known, by number. */
  public synchronized List<Operation<?, ?>> unresolved() {
    return List.copyOf(unresolved.values());
  }

  /** What a service says of the id of an operation that another one did not answer. */
  public synchronized void told(Operation<?, ?> operation, TransactionStatus status) {
    String complaint = ids.complaintOf(operation, status);
    if (complaint != null) {
      complain(operation, complaint, status.outcome());
    }
  }

  /**
   * It has turned out what became of an operation whose outcome was not known.
   *
   * @param commitVersion empty if it did not take place; 0 if it did and wrote nothing
   */
  public synchronized void resolved(Operation<?, ?> operation, OptionalLong commitVersion) {
    if (unresolved.remove(operation.number()) == null) {
      complain(operation, "was resolved, but its outcome was known", null);
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
      wroteSomewhere.put(follow.number(), version);
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
      // Only one that found no outcome has written anything.
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
      complain(operation, "has a version of the service before, " + versionBefore, commit);
    }
    if (operation.argument() instanceof Edit.Argument edit) {
      wrote(operation, edit, version, commit);
    } else if (operation.argument() instanceof Follow.Argument follow) {
      int note = (Integer) commit.value();
      wrote(operation, version, note, Edit.value(follow.number(), note), commit);
    } else if (operation.procedure() == Audit.PROCEDURE) {
      if (!commit.value().equals(totalCents)) {
        complain(operation, "must see " + totalCents + " cents", commit);
      }
    } else if (operation.procedure() == ReadNotes.PROCEDURE) {
      checkNotes(operation, (List<?>) commit.value());
    } else if (operation.procedure() == ThrowingProcedure.PROCEDURE) {
      complain(operation, "must not commit", commit);
    }
  }

  /** Takes down what an edit wrote; {@code commit} is its answer, null if it had none. */
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
    if (version <= 0 || version == lastVersion[note]) {
      complain(operation, "wrote at no version of its own", commit);
    } else if (version > lastVersion[note]) {
      lastVersion[note] = version;
      lastValue[note] = value;
    }
  }

  private void checkNotes(Operation<?, ?> operation, List<?> found) {
    for (int note = 0; note < lastValue.length; note++) {
      byte[] value = (byte[]) found.get(note);
      if (!Arrays.equals(lastValue[note], value) && !isOfFollow(note, value)) {
        complain(
            operation,
            "found in "
                + LedgerKeys.note(note)
                + " "
                + Arrays.toString(value)
                + " where commit version "
                + lastVersion[note]
                + " wrote "
                + Arrays.toString(lastValue[note]),
            null);
      }
    }
    checkFollows(operation);
  }

  /** Whether a follow wrote it that was not known to have written there; from now on it is. */
  private boolean isOfFollow(int note, byte[] value) {
    long number = value == null ? 0 : Edit.number(value);
    Long version = wroteSomewhere.get(number);
    if (version == null
        || version <= lastVersion[note]
        || !Arrays.equals(value, Edit.value(number, note))) {
      return false;
    }
    wroteSomewhere.remove(number);
    lastVersion[note] = version;
    lastValue[note] = value;
    return true;
  }

  /** What a follow wrote is in some note, or a newer version took its place. */
  private void checkFollows(Operation<?, ?> operation) {
    long newest = Arrays.stream(lastVersion).max().orElse(0);
    wroteSomewhere.forEach(
        (number, version) -> {
          if (version >= newest) {
            complain(
                operation,
                "found nothing of operation " + number + " with commit version " + version,
                null);
          }
        });
    wroteSomewhere.clear();
  }

  private boolean mayEndSo(Operation<?, ?> operation, Outcome<?> outcome) {
    if (operation.mustCommit()) {
      // Whoever submits it tries again.
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

  /** How many operations were refused for want of room. */
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

  /** How many operations were handed over. */
  public synchronized long began() {
    return began;
  }

  /** How many of them have an outcome. */
  public synchronized long ended() {
    return began - open.size();
  }

  /** How many transactions of them committed, each id counted once. */
  public synchronized long committed() {
    return committed;
  }

  /** How many took place whose callers were not told. */
  public synchronized long tookPlaceUnanswered() {
    return tookPlaceUnanswered;
  }

  /** The most restarts of an operation. */
  public synchronized int mostRestarts() {
    return mostRestarts;
  }

  /** How many operations ended in which way: COMMITTED, an abort's cause, or an error's code. */
  public synchronized Map<String, Long> outcomes() {
    return new TreeMap<>(outcomes);
  }

  /** Whether every operation has an outcome. */
  public synchronized boolean allEnded() {
    return open.isEmpty();
  }

  /** What is wrong, each in one line; also what is without an outcome, or not resolved. */
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
