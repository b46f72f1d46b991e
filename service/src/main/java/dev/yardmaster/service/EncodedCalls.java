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
 * one step at a time. Any thread may call the methods, which do not block.
 */
public interface EncodedCalls {

  /**
   * Submits a procedure by name.
   *
   * @param argument the argument in the encoding of its codec. If the codec cannot decode the
   *     argument, or if the procedure's argument or result has no codec, the outcome is {@link
   *     ErrorCode#BAD_ARGUMENT} or {@link ErrorCode#RESULT_NOT_KEPT}
   * @return the outcome with the encoded result; the stage completes as {@link
   *     dev.yardmaster.api.TransactionService#submit} describes
   */
  CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options);

  /**
   * Submits a procedure by name, and surrounds its code.
   *
   * @param scope surrounds each method of the procedure, on the thread that runs it
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
   * @return the open snapshot; completes with a {@link YardmasterException} if the snapshot cannot
   *     be opened
   */
  CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options);

  /**
   * Opens an interactive transaction. No work is done before the first step.
   *
   * @param listener receives the replies, on a thread of the service
   * @throws YardmasterException {@link ErrorCode#CLOSED} if the service is closed
   */
  OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener);
}
