package dev.yardmaster.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.scope.LogicScope;
import java.util.concurrent.CompletionStage;

/**
 * The interface through which a server uses a service. Arguments and results are bytes in the
 * encoding of the procedures' codecs. The logic of interactive transactions runs at remote clients,
 * one step at a time. Any thread may call the methods; the methods do not block.
 */
public interface EncodedCalls {

  /**
   * Submits a procedure by name.
   *
   * @param argument the argument in the encoding of its codec. If the codec cannot decode the
   *     argument, or if the argument's type has no codec, the outcome is {@link
   *     ErrorCode#BAD_ARGUMENT}. If the result's type has no codec, the outcome is {@link
   *     ErrorCode#RESULT_NOT_KEPT}
   * @return the outcome with the encoded result; the stage completes as {@link
   *     dev.yardmaster.api.TransactionService#submit} describes
   */
  CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options);

  /**
   * Submits a procedure by name. The procedure's code runs within a scope.
   *
   * @param scope is opened before each method of the procedure and closed after it, on the thread
   *     that runs the method
   */
  CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options, LogicScope scope);

  /** Submits a one-shot transaction. */
  CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot, TransactionOptions options);

  /**
   * Returns the outcome of the transaction with the given id. The value of a commit is an {@link
   * EncodedResult}.
   */
  CompletionStage<Outcome<TransactionStatus>> status(TransactionId id);

  /**
   * Opens a snapshot; see {@link BackEnd#snapshot}.
   *
   * @return the open snapshot; the stage completes with a {@link YardmasterException} if the
   *     snapshot cannot be opened
   */
  CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options);

  /**
   * Opens an interactive transaction. The service does no work for it before the first step.
   *
   * @param listener receives the replies, on a thread of the service
   * @throws YardmasterException {@link ErrorCode#CLOSED} if the service is closed
   */
  OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener);
}
