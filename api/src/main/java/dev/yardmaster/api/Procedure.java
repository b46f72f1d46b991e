package dev.yardmaster.api;

import org.jspecify.annotations.Nullable;

/**
 * A transaction's logic, registered under a name. The procedure declares its keys before its logic
 * runs. A registered procedure does not occupy the caller's thread: a thread of the service runs
 * the logic when the values of the declared keys have arrived. An engine that partitions its keys
 * also calls {@code declare} on the thread that submits the call.
 *
 * <p>All methods must be fast, must be deterministic, and must have no effects outside the
 * transaction. The methods must not wait, and above all must not wait for the service. The service
 * calls the methods again after a conflict. One instance serves many transactions at the same time,
 * so the instance must not hold the state of a run.
 *
 * @param <A> the argument's type; the service never changes an argument
 * @param <R> the result's type
 */
public interface Procedure<A extends @Nullable Object, R extends @Nullable Object> {

  /**
   * Returns the name under which the procedure is registered and called. A name has 1 to 128
   * characters. Names that begin with {@code yardmaster.} are reserved.
   */
  String name();

  /** Declares the keys that depend only on the argument. */
  void declare(A argument, KeyDeclaration keys);

  /**
   * Declares the keys that depend on the values that were read so far. The service calls this
   * method after each round of reads, until a round declares no new key or scan.
   */
  default void declareNext(A argument, Reads soFar, KeyDeclaration keys) {}

  /**
   * Runs the logic on the declared keys and scans. The use of any other key or scan causes {@link
   * ErrorCode#UNDECLARED_KEY}. To read or write a key that a scan has found, declare the key in the
   * next round.
   */
  R execute(A argument, Transaction transaction);

  /**
   * Returns the codec that encodes arguments for a service in another process. The method is called
   * once, at the registration. If it returns {@link ValueCodec#basic}, as the default
   * implementation does, the service chooses the codec by the type argument that the procedure's
   * class declares for {@code A}. {@link dev.yardmaster.api.codec.RecordCodec} lists the types that
   * have a codec: records, and the types that a record's component may have.
   */
  @SuppressWarnings("unchecked") // The codec checks types at run time.
  default ValueCodec<A> argumentCodec() {
    return (ValueCodec<A>) ValueCodec.basic();
  }

  /**
   * Returns the codec that encodes results. The service sends encoded results to other processes,
   * and keeps the encoded results of transactions with an id. The method is called once, at the
   * registration. If it returns {@link ValueCodec#basic}, as the default implementation does, the
   * service chooses the codec by the type {@code R}, in the same way as for arguments.
   */
  @SuppressWarnings("unchecked") // The codec checks types at run time.
  default ValueCodec<R> resultCodec() {
    return (ValueCodec<R>) ValueCodec.basic();
  }
}
