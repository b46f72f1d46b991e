package dev.yardmaster.api;

/**
 * A transaction's logic under a name, with its keys declared before it runs. A registered procedure
 * needs no thread of its own: it is called by the service's threads when its reads have come.
 *
 * <p>All methods must be quick, must not wait for anything, least of all for the service, and are
 * deterministic in their arguments and without effects outside the transaction; they are called
 * again after a conflict. One instance serves many transactions at once, so it holds no state of a
 * run.
 *
 * @param <A> the argument's type; treated as immutable
 * @param <R> the result's type
 */
public interface Procedure<A, R> {

  /**
   * The name that it is registered and called by; 1 to 128 characters. Names that begin with {@code
   * yardmaster.} are the service's own.
   */
  String name();

  /** Declares the keys that are known from the argument alone. */
  void declare(A argument, KeyDeclaration keys);

  /**
   * Declares the keys that follow from what was read so far. Called after each round of reads,
   * until a round declares nothing new.
   */
  default void declareNext(A argument, Reads soFar, KeyDeclaration keys) {}

  /**
   * Runs the logic on the declared keys and scans. Others are {@link ErrorCode#UNDECLARED_KEY}: a
   * key that a scan has found is to be declared in the next round to be read or written by itself.
   */
  R execute(A argument, Transaction transaction);

  /**
   * How arguments travel to a service in another process; asked for once, when it is registered.
   * The default takes what {@link ValueCodec#basic} takes.
   */
  @SuppressWarnings("unchecked") // It looks at what it is given, and gives back the same type.
  default ValueCodec<A> argumentCodec() {
    return (ValueCodec<A>) ValueCodec.basic();
  }

  /**
   * How results travel, and how they are kept for transactions with an id; asked for once, when it
   * is registered. The default keeps what {@link ValueCodec#basic} takes.
   */
  @SuppressWarnings("unchecked") // It looks at what it is given, and gives back the same type.
  default ValueCodec<R> resultCodec() {
    return (ValueCodec<R>) ValueCodec.basic();
  }
}
