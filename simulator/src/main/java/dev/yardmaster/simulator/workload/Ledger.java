package dev.yardmaster.simulator.workload;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What became of the operations of a run, and what must hold whatever the schedule was: every
 * operation has one outcome, of a kind that it may have; every audit that commits sees all of the
 * money; at the end each note holds what its last committed writer wrote, by commit version. Any
 * thread.
 */
public final class Ledger {

  private static final int KEPT_COMPLAINTS = 10;

  private final long totalCents;

  /** Operations without an outcome, by number. */
  private final Map<Long, Operation<?, ?>> open = new TreeMap<>();

  private final long[] lastVersion;
  private final byte[][] lastValue;
  private final List<String> complaints = new ArrayList<>();
  private final boolean interrupts;
  private final boolean tightBounds;
  private final LongSupplier clockNs;
  private final Map<Long, Long> beganNs = new HashMap<>();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private long began;
  private long committed;
  private int mostRestarts;
  private boolean closing;

  /**
   * A ledger for so many accounts and notes.
   *
   * @param interrupts whether callers are interrupted
   * @param tightBounds whether operations may run out of time
   * @param clockNs the time that operations' bounds go by
   */
  public Ledger(
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
    if (outcome instanceof Outcome.Committed<?> commit) {
      committed++;
      mostRestarts = Math.max(mostRestarts, commit.restarts());
      checkCommitted(operation, commit);
    } else if (outcome instanceof Outcome.Aborted<?> aborted) {
      mostRestarts = Math.max(mostRestarts, aborted.restarts());
    }
    if (!(outcome instanceof Outcome.Committed<?>) && !mayEndSo(operation, outcome)) {
      complain(operation, "must not end so", outcome);
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

  private void checkCommitted(Operation<?, ?> operation, Outcome.Committed<?> commit) {
    if (operation.argument() instanceof Edit.Argument edit) {
      for (Edit.Change change : edit.changes()) {
        if (change.action().writes()) {
          byte[] value =
              change.action().deletes() ? null : Edit.value(edit.number(), change.note());
          wrote(operation, commit, change.note(), value);
        }
      }
    } else if (operation.argument() instanceof Follow.Argument follow) {
      int note = (Integer) commit.value();
      wrote(operation, commit, note, Edit.value(follow.number(), note));
    } else if (operation.procedure() == Audit.PROCEDURE) {
      if (!commit.value().equals(totalCents)) {
        complain(operation, "must see " + totalCents + " cents", commit);
      }
    } else if (operation.procedure() == ReadNotes.PROCEDURE) {
      checkNotes(operation, (List<?>) commit.value());
    } else if (operation.procedure() == Stumble.PROCEDURE) {
      complain(operation, "must not commit", commit);
    }
  }

  private void wrote(
      Operation<?, ?> operation, Outcome.Committed<?> commit, int note, byte[] value) {
    if (commit.commitVersion() <= 0 || commit.commitVersion() == lastVersion[note]) {
      complain(operation, "wrote at no version of its own", commit);
    } else if (commit.commitVersion() > lastVersion[note]) {
      lastVersion[note] = commit.commitVersion();
      lastValue[note] = value;
    }
  }

  private void checkNotes(Operation<?, ?> operation, List<?> found) {
    for (int note = 0; note < lastValue.length; note++) {
      if (!Arrays.equals(lastValue[note], (byte[]) found.get(note))) {
        complain(
            operation,
            "found in "
                + Keys.note(note)
                + " "
                + Arrays.toString((byte[]) found.get(note))
                + " where commit version "
                + lastVersion[note]
                + " wrote "
                + Arrays.toString(lastValue[note]),
            null);
      }
    }
  }

  private boolean mayEndSo(Operation<?, ?> operation, Outcome<?> outcome) {
    if (operation.mustCommit()) {
      // Whoever submits it tries again.
      return isRefused(outcome);
    }
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      return switch (aborted.cause()) {
        case USER -> operation.procedure() == Transfer.PROCEDURE;
        case TIMEOUT -> tightBounds && isOverTime(operation);
        case RANGE -> false;
        case VICTIM, PRE_VALIDATION, VALIDATION, TRUNCATED ->
            aborted.restarts() + 1 == operation.options().maxAttempts();
      };
    }
    if (outcome instanceof Outcome.Rejected<?> rejected) {
      ErrorCode code = rejected.error().code();
      return switch (code) {
        case OVERLOADED -> true;
        case INTERRUPTED -> interrupts;
        case CLOSED -> closing;
        case LOGIC_FAILED -> operation.procedure() == Stumble.PROCEDURE;
        default -> false;
      };
    }
    return false;
  }

  private static boolean isRefused(Outcome<?> outcome) {
    return outcome instanceof Outcome.Rejected<?> rejected
        && rejected.error().code() == ErrorCode.OVERLOADED;
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
          "operation "
              + operation.number()
              + " ("
              + operation.procedure().name()
              + ") "
              + what
              + (outcome == null ? "" : ": " + describe(outcome)));
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

  /** How many of them committed. */
  public synchronized long committed() {
    return committed;
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

  /** What is wrong, each in one line; also what is still without an outcome. */
  public synchronized List<String> complaints() {
    List<String> all = new ArrayList<>(complaints);
    open.values().stream()
        .limit(KEPT_COMPLAINTS)
        .forEach(
            operation ->
                all.add(
                    "operation "
                        + operation.number()
                        + " ("
                        + operation.procedure().name()
                        + ") has no outcome"));
    return all;
  }
}
