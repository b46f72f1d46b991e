package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Records the answers that clients received over a network. Each operation has one outcome,
 * received in time and of an allowed kind; if its id has several outcomes, all are equal. At the
 * end the answers are {@linkplain AcknowledgedCommits checked against} the history. Only one thread
 * at a time may use an instance.
 */
public final class ClientLedger implements Ledger {

  private static final int KEPT_COMPLAINTS = 10;
  private static final long NS_PER_MS = 1_000_000;

  /**
   * An operation and the answer that its client received.
   *
   * @param outcome the outcome; null until the client has received it
   */
  record KnownOutcome(Operation<?, ?> operation, Outcome<?> outcome, long beganNs, long endedNs) {}

  private final long totalCents;
  private final LongSupplier clockNs;
  private final long graceNs;
  private final boolean failover;
  private final Map<Long, KnownOutcome> known = new TreeMap<>();
  private final FirstOutcomes ids = new FirstOutcomes();
  private final List<String> complaints = new ArrayList<>();
  private final Map<String, Long> outcomes = new TreeMap<>();
  private long ended;
  private long committed;
  private int mostRestarts;
  private boolean closing;

  /**
   * Creates an empty ledger.
   *
   * @param graceNs the time, in ns, from an operation's timeout, within which the outcome must
   *     arrive
   * @param failover whether the clients use a cluster. Then the outcome of a query is unknown if
   *     its leader is lost, and outcomes may expire
   */
  public ClientLedger(int accounts, LongSupplier clockNs, long graceNs, boolean failover) {
    this.failover = failover;
    totalCents = accounts * OpenAccounts.OPENING_CENTS;
    this.clockNs = clockNs;
    this.graceNs = graceNs;
  }

  /** Records that the service has closed and will not restart. */
  @Override
  public void closing() {
    closing = true;
  }

  @Override
  public void opensSnapshot() {}

  @Override
  public void inspected(long cents, boolean isStrict) {
    boolean isRight = cents == totalCents || (cents == 0 && !isStrict);
    if (!isRight && complaints.size() < KEPT_COMPLAINTS) {
      complaints.add("a snapshot must see " + totalCents + " cents, but found " + cents);
    }
  }

  @Override
  public void snapshotFailed(YardmasterException error) {
    boolean isAllowed =
        switch (error.code()) {
          // The service restarts, the network breaks connections, and the server ends idle
          // snapshots.
          case SNAPSHOT_TOO_OLD, UNAVAILABLE, OVERLOADED, CLOSED, TRANSACTION_OVER -> true;
          default -> false;
        };
    if (!isAllowed && complaints.size() < KEPT_COMPLAINTS) {
      complaints.add("a snapshot must not fail so: " + error.getMessage());
    }
  }

  /** Records that a client submits an operation. */
  @Override
  public void began(Operation<?, ?> operation) {
    known.put(operation.number(), new KnownOutcome(operation, null, clockNs.getAsLong(), 0));
    ids.began(operation);
  }

  /**
   * Records the outcome that a client receives. The outcome is null if the stage completed
   * exceptionally.
   */
  @Override
  public void ended(Operation<?, ?> operation, Outcome<?> outcome) {
    KnownOutcome open = known.get(operation.number());
    if (open.outcome != null) {
      complain(operation, "has a second outcome: " + inWords(outcome));
      return;
    }
    long nowNs = clockNs.getAsLong();
    ended++;
    outcomes.merge(kind(outcome), 1L, Long::sum);
    if (outcome == null) {
      complain(operation, "ended with an exception");
      return;
    }
    known.put(operation.number(), new KnownOutcome(operation, outcome, open.beganNs, nowNs));
    long timeoutNs = operation.options().timeout().toNanos();
    if (nowNs - open.beganNs > timeoutNs + graceNs) {
      complain(
          operation,
          "had "
              + timeoutNs
              + " ns and ended after "
              + (nowNs - open.beganNs)
              + " ns: "
              + inWords(outcome));
    }
    check(operation, outcome, nowNs - open.beganNs);
  }

  private void check(Operation<?, ?> operation, Outcome<?> outcome, long passedNs) {
    String complaint =
        outcome instanceof Outcome.Unknown ? null : ids.complaintOf(operation, outcome);
    if (complaint != null) {
      complain(operation, complaint + ": " + inWords(outcome));
    }
    if (outcome instanceof Outcome.Committed<?> commit) {
      mostRestarts = Math.max(mostRestarts, commit.restarts());
      committed++;
      if (operation.procedure() == SumOfBalances.PROCEDURE && !commit.value().equals(totalCents)) {
        complain(operation, "must see " + totalCents + " cents: " + inWords(outcome));
      }
    }
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      mostRestarts = Math.max(mostRestarts, aborted.restarts());
    }
    if (!mayEndSo(operation, outcome, passedNs)) {
      complain(operation, "must not have this outcome: " + inWords(outcome));
    }
  }

  private boolean mayEndSo(Operation<?, ?> operation, Outcome<?> outcome, long passedNs) {
    if (outcome instanceof Outcome.Committed) {
      return operation.procedure() != ThrowingProcedure.PROCEDURE;
    }
    if (operation.mustCommit() && !closing) {
      return false;
    }
    if (outcome instanceof Outcome.Aborted<?> aborted) {
      return switch (aborted.cause()) {
        case USER -> operation.procedure() == Transfer.PROCEDURE;
        // The request contains the remaining timeout in whole ms, so up to 1 ms may be missing.
        case TIMEOUT -> passedNs >= operation.options().timeout().toNanos() - NS_PER_MS;
        case VICTIM, PRE_VALIDATION, VALIDATION, RANGE, TRUNCATED ->
            aborted.restarts() + 1 == operation.options().maxAttempts();
      };
    }
    if (outcome instanceof Outcome.Unknown) {
      return failover || !operation.isQuery();
    }
    return switch (outcome.error().code()) {
      case OVERLOADED, UNAVAILABLE, CLOSED -> true;
      case LOGIC_FAILED -> operation.procedure() == ThrowingProcedure.PROCEDURE;
      case ID_ABORTED -> operation.options().id() != null;
      case EXPIRED_ID -> failover && operation.options().id() != null;
      default -> false;
    };
  }

  /**
   * Records the status that the service returned for an id. The client that used this id does not
   * know the outcome.
   */
  public void resolved(Operation<?, ?> operation, TransactionStatus status) {
    String complaint = ids.complaintOf(operation, status);
    if (complaint != null) {
      complain(operation, complaint + ": " + inWords(status.outcome()));
    }
    KnownOutcome unknown = known.get(operation.number());
    known.put(
        operation.number(),
        new KnownOutcome(operation, status.outcome(), unknown.beganNs, clockNs.getAsLong()));
  }

  /** Returns the operations that have an id, but no outcome that the client knows. */
  public List<Operation<?, ?>> unknown() {
    List<Operation<?, ?>> unknown = new ArrayList<>();
    for (KnownOutcome each : known.values()) {
      if (each.outcome instanceof Outcome.Unknown && each.operation.options().id() != null) {
        unknown.add(each.operation);
      }
    }
    return unknown;
  }

  /** Returns the number of operations that were submitted. */
  public long began() {
    return known.size();
  }

  /** Returns the number of operations that have an outcome. */
  public long ended() {
    return ended;
  }

  /** Returns the number of operations that were answered as committed. */
  public long committed() {
    return committed;
  }

  /** Returns the highest number of restarts in any outcome of an operation. */
  public int mostRestarts() {
    return mostRestarts;
  }

  /**
   * Returns the number of operations for each kind of outcome: COMMITTED, an abort's cause, or an
   * error's code.
   */
  public Map<String, Long> outcomes() {
    return outcomes;
  }

  /**
   * Returns a line for each violation.
   *
   * @param history the history of all lives of the service
   * @param notes number of notes
   */
  public List<String> complaints(byte[] history, int notes) {
    List<String> all = new ArrayList<>(complaints);
    known.values().stream()
        .filter(each -> each.outcome == null)
        .limit(KEPT_COMPLAINTS)
        .forEach(each -> all.add(inWords(each.operation) + " has no outcome"));
    new AcknowledgedCommits(history, notes)
        .check(known.values()).stream().limit(KEPT_COMPLAINTS).forEach(all::add);
    return all;
  }

  private void complain(Operation<?, ?> operation, String what) {
    if (complaints.size() < KEPT_COMPLAINTS) {
      complaints.add(inWords(operation) + " " + what);
    }
  }

  private static String kind(Outcome<?> outcome) {
    if (outcome == null) {
      return "NONE";
    } else if (outcome instanceof Outcome.Committed) {
      return "COMMITTED";
    } else if (outcome instanceof Outcome.Unknown) {
      return "UNKNOWN";
    }
    return outcome instanceof Outcome.Aborted<?> aborted
        ? aborted.cause().name()
        : outcome.error().code().name();
  }

  private static String inWords(Outcome<?> outcome) {
    return outcome == null || outcome instanceof Outcome.Committed
        ? String.valueOf(outcome)
        : kind(outcome) + ", " + outcome.error().getMessage();
  }

  static String inWords(Operation<?, ?> operation) {
    return "operation "
        + operation.number()
        + " ("
        + operation.procedure().name()
        + (operation.options().id() == null ? "" : ", with an id")
        + ")";
  }
}
