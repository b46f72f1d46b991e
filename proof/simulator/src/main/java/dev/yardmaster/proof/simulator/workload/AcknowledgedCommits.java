package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.history.HistoryFormatException;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.history.ValueDigest;
import dev.yardmaster.proof.simulator.workload.ClientLedger.KnownOutcome;
import dev.yardmaster.proof.simulator.workload.RecordedNotes.Written;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks the answers of clients against a history. All submissions of one id are one transaction;
 * without an id each submission is one.
 *
 * <ul>
 *   <li>A commit that a client was told of is in the history at that version. The service has
 *       answered it before the client was told, unless another submission of its id was answered
 *       earlier.
 *   <li>The writes of a transaction are in the history at most once: exactly once if a client was
 *       told of its commit, and never if all clients were told that it did not take place. This
 *       holds for edits and follows, which write their number into every value; other writes cannot
 *       be attributed.
 * </ul>
 */
final class AcknowledgedCommits {

  private final Map<Long, Written> history;
  private final int notes;

  /** The versions at which a value was written to a note, by note and the value's digest. */
  private final Map<Long, List<Long>> versions = new HashMap<>();

  private final Map<Long, Object> ownerOfVersion = new HashMap<>();
  private final List<String> complaints = new ArrayList<>();

  AcknowledgedCommits(byte[] bytes, int notes) {
    this.notes = notes;
    try {
      history = RecordedNotes.of(bytes, notes);
    } catch (HistoryFormatException e) {
      throw new IllegalStateException("a history that was just written is broken", e);
    }
    for (Written written : new TreeMap<>(history).values()) {
      written
          .digests()
          .forEach(
              (note, digest) ->
                  versions
                      .computeIfAbsent(place(note, digest), first -> new ArrayList<>())
                      .add(written.version()));
    }
  }

  private static long place(int note, int digest) {
    return (long) note << Integer.SIZE | Integer.toUnsignedLong(digest);
  }

  /** Returns the contradictions, one line each. */
  List<String> check(Collection<KnownOutcome> all) {
    Map<Object, List<KnownOutcome>> transactions = new HashMap<>();
    List<Object> order = new ArrayList<>();
    for (KnownOutcome known : all) {
      Object id = known.operation().options().id();
      Object name = id == null ? (Object) known.operation().number() : id;
      transactions
          .computeIfAbsent(
              name,
              first -> {
                order.add(first);
                return new ArrayList<>();
              })
          .add(known);
    }
    order.forEach(name -> check(name, transactions.get(name)));
    return complaints;
  }

  private void check(Object name, List<KnownOutcome> submissions) {
    Set<Long> toldVersions = new HashSet<>();
    boolean open = false;
    Operation<?, ?> operation = null;
    for (KnownOutcome known : submissions) {
      Outcome<?> outcome = known.outcome();
      if (known.operation().isQuery()) {
        outcome =
            outcome instanceof Outcome.Committed<?> answer
                    && answer.value() instanceof TransactionStatus status
                ? status.outcome()
                : null;
      } else {
        operation = known.operation();
        open |= outcome == null || outcome instanceof Outcome.Unknown;
      }
      if (outcome instanceof Outcome.Committed<?> commit) {
        // Without a version it wrote nothing.
        if (commit.commitVersion() > 0) {
          toldVersions.add(commit.commitVersion());
          checkRecorded(name, known, commit.commitVersion());
        }
      }
    }
    if (operation != null) {
      checkDone(operation, toldVersions, open);
    }
  }

  private void checkRecorded(Object name, KnownOutcome known, long version) {
    String who = ClientLedger.inWords(known.operation());
    Written written = history.get(version);
    if (written == null) {
      complaints.add(who + " was told of a commit that is not recorded: version=" + version);
    } else if (known.operation().options().id() == null
        && written.endNs() != HistoryRecorder.UNKNOWN_END
        && written.endNs() > known.endedNs()) {
      complaints.add(who + " was told of its commit before it was decided: version=" + version);
    }
    Object owner = ownerOfVersion.putIfAbsent(version, name);
    if (owner != null && !owner.equals(name)) {
      complaints.add(who + " was told the version of another: version=" + version);
    }
  }

  private void checkDone(Operation<?, ?> operation, Set<Long> toldVersions, boolean open) {
    List<Map<Integer, Integer>> expected = effects(operation);
    if (expected.isEmpty()) {
      return;
    }
    Set<Long> done = new HashSet<>();
    for (Map<Integer, Integer> effect : expected) {
      Map.Entry<Integer, Integer> some =
          effect.entrySet().stream().filter(each -> each.getValue() != 0).findFirst().orElseThrow();
      for (long version : versions.getOrDefault(place(some.getKey(), some.getValue()), List.of())) {
        if (history.get(version).digests().equals(effect)) {
          done.add(version);
        }
      }
    }
    String who = ClientLedger.inWords(operation);
    if (done.size() > 1) {
      complaints.add(who + " took place " + done.size() + " times, at versions " + done);
    } else if (!toldVersions.isEmpty() && !done.equals(toldVersions)) {
      complaints.add(who + " was told versions " + toldVersions + " and is at " + done);
    } else if (toldVersions.isEmpty() && !open && !done.isEmpty()) {
      complaints.add(who + " was told that it did not take place, and is at version " + done);
    }
  }

  /**
   * Returns the notes that the operation writes if it takes place, with their values: several
   * alternatives, or none if they are not known.
   */
  private List<Map<Integer, Integer>> effects(Operation<?, ?> operation) {
    List<Map<Integer, Integer>> effects = new ArrayList<>();
    if (operation.argument() instanceof Edit.Argument edit) {
      Map<Integer, Integer> effect = new HashMap<>();
      for (Edit.Change change : edit.changes()) {
        if (change.action().writes()) {
          effect.put(
              change.note(),
              change.action().deletes()
                  ? 0
                  : ValueDigest.of(Edit.value(edit.number(), change.note())));
        }
      }
      if (effect.values().stream().anyMatch(digest -> digest != 0)) {
        effects.add(effect);
      }
    } else if (operation.argument() instanceof Follow.Argument follow) {
      for (int note = 0; note < notes; note++) {
        effects.add(Map.of(note, ValueDigest.of(Edit.value(follow.number(), note))));
      }
    }
    return effects;
  }
}
