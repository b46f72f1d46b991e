package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The final answers for each id: every submission or query that receives a final outcome receives
 * the same. Belongs to the {@link BankLedger}, under its lock.
 */
final class FirstOutcomes {

  private static final String FENCED = ErrorCode.ID_ABORTED.name();

  private final Map<TransactionId, String> first = new HashMap<>();
  private final Set<TransactionId> submitted = new HashSet<>();
  private final Set<TransactionId> asked = new HashSet<>();
  private final Set<TransactionId> committed = new HashSet<>();

  /** Records that an operation is submitted to the service. */
  void began(Operation<?, ?> operation) {
    TransactionId id = operation.options().id();
    if (id != null) {
      (operation.isQuery() ? asked : submitted).add(id);
    }
  }

  /** Returns whether this is the first reported commit of its id; without an id it always is. */
  boolean isFirstCommit(Operation<?, ?> operation) {
    TransactionId id = operation.options().id();
    return id == null || committed.add(id);
  }

  /** Returns what is wrong with the answer to a query; null if nothing is. */
  String complaintOf(Operation<?, ?> operation, TransactionStatus status) {
    asked.add(status.id());
    return operation.isQuery() ? null : complaintOf(operation, status.outcome());
  }

  /** Returns what is wrong with an outcome, given others of the same id; null if nothing is. */
  String complaintOf(Operation<?, ?> operation, Outcome<?> outcome) {
    TransactionId id = operation.options().id();
    if (id == null) {
      return null;
    }
    Outcome<?> told = outcome;
    if (operation.isQuery()) {
      if (!(outcome instanceof Outcome.Committed<?> answer)) {
        return null;
      }
      told = ((TransactionStatus) answer.value()).outcome();
    }
    String words = inWords(told);
    if (words == null) {
      return null;
    }
    if (words.equals(FENCED) && !asked.contains(id)) {
      return "was aborted though nobody asked for its status";
    }
    if (!words.equals(FENCED) && !submitted.contains(id)) {
      return "has an outcome though nobody submitted it";
    }
    String before = first.putIfAbsent(id, words);
    return before == null || before.equals(words)
        ? null
        : "has another outcome than before, which was: " + before;
  }

  /** Returns a final outcome as text, and null for an outcome that leaves the id open. */
  private static String inWords(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Committed<?> commit) {
      return "COMMITTED "
          + commit.value()
          + " by "
          + commit.transactionId()
          + " at "
          + commit.commitVersion();
    }
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      return aborted.cause() == AbortCause.USER ? "USER " + aborted.reason() : null;
    }
    if (outcome instanceof Outcome.Rejected<?> rejected) {
      return switch (rejected.error().code()) {
        case ID_ABORTED -> FENCED;
        case LOGIC_FAILED -> rejected.error().getMessage();
        default -> null;
      };
    }
    return null;
  }
}
