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
 * The final outcome of each id. All submissions and queries of an id that receive a final outcome
 * must receive the same outcome. An instance belongs to the {@link BankLedger} and is accessed
 * under its lock.
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

  /**
   * Returns whether no commit of the operation's id was reported before. Returns true for each
   * operation without an id.
   */
  boolean isFirstCommit(Operation<?, ?> operation) {
    TransactionId id = operation.options().id();
    return id == null || committed.add(id);
  }

  /**
   * Returns a text that describes the error in the answer to a query; null if the answer is
   * correct.
   */
  String complaintOf(Operation<?, ?> operation, TransactionStatus status) {
    asked.add(status.id());
    return operation.isQuery() ? null : complaintOf(operation, status.outcome());
  }

  /**
   * Returns a text that describes the contradiction between an outcome and earlier outcomes of the
   * same id; null if there is none.
   */
  String complaintOf(Operation<?, ?> operation, Outcome<?> outcome) {
    TransactionId id = operation.options().id();
    if (id == null) {
      return null;
    }
    Outcome<?> stated = outcome;
    if (operation.isQuery()) {
      if (!(outcome instanceof Outcome.Committed<?> answer)) {
        return null;
      }
      stated = ((TransactionStatus) answer.value()).outcome();
    }
    String words = inWords(stated);
    if (words == null) {
      return null;
    }
    if (words.equals(FENCED) && !asked.contains(id)) {
      return "was aborted though its status was not queried";
    }
    if (!words.equals(FENCED) && !submitted.contains(id)) {
      return "has an outcome though it was not submitted";
    }
    String before = first.putIfAbsent(id, words);
    return before == null || before.equals(words)
        ? null
        : "has another outcome than before, which was: " + before;
  }

  /**
   * Returns a final outcome as text; null for an outcome after which the transaction with this id
   * may still commit.
   */
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
