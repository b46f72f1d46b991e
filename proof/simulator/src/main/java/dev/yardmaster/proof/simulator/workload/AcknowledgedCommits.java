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
 * Checks the answers that clients received against a history. All submissions with the same id are
 * one transaction. Each submission without an id is a separate transaction.
 *
 * <ul>
 *   <li>If a client received a commit, the history contains a commit with the same version. The
 *       client received the commit after the service had answered it, unless another submission
 *       with the same id was answered earlier.
 *   <li>The history contains the writes of a transaction at most once. The history contains the
 *       writes exactly once if a client received the commit, and never if no client received a
 *       commit and every client received an outcome. This check covers only the operations {@code
 *       edit} and {@code follow}. Only these operations write their number into every value. The
 *       writer of any other value cannot be determined.
 * </ul>
 */
final class AcknowledgedCommits {

  private final Map<Long, Written> history;
  private final int notes;

  /**
   * The commit versions at which a value was written to a note, by note and the digest of the
   * value.
   */
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

  /** Returns a line for each contradiction between the answers and the history. */
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
    Set<Long> answeredVersions = new HashSet<>();
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
        // A transaction without a commit version has written nothing.
        if (commit.commitVersion() > 0) {
          answeredVersions.add(commit.commitVersion());
          checkRecorded(name, known, commit.commitVersion());
        }
      }
    }
    if (operation != null) {
      checkDone(operation, answeredVersions, open);
    }
  }

  private void checkRecorded(Object name, KnownOutcome known, long version) {
    String who = ClientLedger.inWords(known.operation());
    Written written = history.get(version);
    if (written == null) {
      complaints.add(who + " was answered with a commit that is not recorded: version=" + version);
    } else if (known.operation().options().id() == null
        && written.endNs() != HistoryRecorder.UNKNOWN_END
        && written.endNs() > known.endedNs()) {
      complaints.add(who + " was answered with its commit before the decision: version=" + version);
    }
    Object owner = ownerOfVersion.putIfAbsent(version, name);
    if (owner != null && !owner.equals(name)) {
      complaints.add(
          who + " was answered with the version of another transaction: version=" + version);
    }
  }

  private void checkDone(Operation<?, ?> operation, Set<Long> answeredVersions, boolean open) {
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
      complaints.add(who + " committed " + done.size() + " times, at versions " + done);
    } else if (!answeredVersions.isEmpty() && !done.equals(answeredVersions)) {
      complaints.add(
          who + " was answered with versions " + answeredVersions + " but committed at " + done);
    } else if (answeredVersions.isEmpty() && !open && !done.isEmpty()) {
      complaints.add(who + " was answered as not committed but committed at version " + done);
    }
  }

  /**
   * Returns the writes of the operation, by note, if it commits. If the operation may write
   * different notes, the list contains all possibilities. The list is empty if the writes are not
   * known.
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
