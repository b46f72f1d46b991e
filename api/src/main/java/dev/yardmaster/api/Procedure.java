package dev.yardmaster.api;

/**
 * A transaction's logic under a name, with its keys declared before it runs. A registered procedure
 * needs no thread of its own: the service's threads call it when its reads have arrived.
 *
 * <p>All methods must be fast, must not wait for anything, least of all for the service, must be
 * deterministic in their arguments, and must have no effects outside the transaction. They are
 * called again after a conflict. One instance serves many transactions at once, so it must not hold
 * state of a run.
 *
 * @param <A> the argument's type; treated as immutable
 * @param <R> the result's type
 */
public interface Procedure<A, R> {

  /**
   * Returns the name under which the procedure is registered and called; 1 to 128 characters.
   * Names that begin with {@code yardmaster.} are reserved.
   */
  String name();

  /** Declares the keys that depend on the argument alone. */
  void declare(A argument, KeyDeclaration keys);

  /**
   * Declares the keys that follow from the values read so far. Called after each round of reads,
   * until a round declares nothing new.
   */
  default void declareNext(A argument, Reads soFar, KeyDeclaration keys) {}

  /**
   * Runs the logic on the declared keys and scans. Any other key or scan is {@link
   * ErrorCode#UNDECLARED_KEY}: to read or write a key that a scan has found, declare the key in the
   * next round.
   */
  R execute(A argument, Transaction transaction);

  /**
   * Returns the codec that sends arguments to a service in another process; called once, at
   * registration. The default encodes the types of {@link ValueCodec#basic}.
   */
  @SuppressWarnings("unchecked") // It checks types at run time, and decodes the type it encoded.
  default ValueCodec<A> argumentCodec() {
    return (ValueCodec<A>) ValueCodec.basic();
  }

  /**
   * Returns the codec that sends results, and keeps the results of transactions with an id; called
   * once, at registration. The default encodes the types of {@link ValueCodec#basic}.
   */
  @SuppressWarnings("unchecked") // It checks types at run time, and decodes the type it encoded.
  default ValueCodec<R> resultCodec() {
    return (ValueCodec<R>) ValueCodec.basic();
  }
}
