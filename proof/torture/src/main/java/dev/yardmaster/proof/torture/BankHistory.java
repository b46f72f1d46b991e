package dev.yardmaster.proof.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The committed transactions of a bank, which are run on a {@link BankModel} in commit order. Only
 * transactions that were not run yet are kept, and those since {@link #mark}. This class is not
 * thread-safe.
 */
public final class BankHistory {

  private final BankModel model;
  private final TreeMap<Long, Ended> waiting = new TreeMap<>();
  private long ranThrough;

  /** The state at the mark; null without a mark. */
  private BankModel marked;

  /** The transactions that were run since the mark, in commit order. */
  private final List<Ended> sinceMark = new ArrayList<>();

  /** Creates a history without transactions. The model has the state before them. */
  public BankHistory(BankModel model) {
    this.model = model;
  }

  /** Returns the state after all transactions that were run. */
  public BankModel model() {
    return model;
  }

  /** Adds a committed transaction. Returns a text that describes an error in its version. */
  public Optional<String> add(Ended ended) {
    long version = ended.reply().version();
    Ended other = waiting.put(version, ended);
    if (other != null) {
      return Optional.of(
          ended.call() + " and " + other.call() + " have one commit version: " + version);
    }
    return version > ranThrough
        ? Optional.empty()
        : Optional.of(
            ended.call()
                + " has commit version "
                + version
                + ", but began after the answer with version "
                + ranThrough);
  }

  /**
   * Runs the transactions up to a version on the model. The caller adds no transaction up to this
   * version later. Returns a text that describes the first error in their receipts.
   */
  public Optional<String> run(long through) {
    Optional<String> wrong = Optional.empty();
    while (!waiting.isEmpty() && waiting.firstKey() <= through) {
      Map.Entry<Long, Ended> next = waiting.pollFirstEntry();
      ranThrough = next.getKey();
      Optional<String> error = run(model, next.getValue());
      wrong = wrong.isPresent() ? wrong : error;
      if (marked != null) {
        sinceMark.add(next.getValue());
      }
    }
    return wrong;
  }

  /** Runs a committed transaction on a model. Returns a text that describes an error. */
  static Optional<String> run(BankModel model, Ended ended) {
    Reply reply = ended.reply();
    return model
        .run(ended.call(), reply.changeCents(), reply.balanceCents())
        .map(wrong -> "at commit version " + reply.version() + ", " + wrong);
  }

  /** Keeps the present state, and the transactions that are run from now on. */
  void mark() {
    marked = model.copy();
    sinceMark.clear();
  }

  /** Returns the transactions that were run since the mark, in commit order. */
  List<Ended> sinceMark() {
    return sinceMark;
  }

  /** Returns the state after the transactions up to a version, which is not below the mark. */
  BankModel stateAt(long version) {
    BankModel state = marked.copy();
    for (Ended ended : sinceMark) {
      if (ended.reply().version() <= version) {
        Optional<String> unused = run(state, ended);
      }
    }
    return state;
  }
}
