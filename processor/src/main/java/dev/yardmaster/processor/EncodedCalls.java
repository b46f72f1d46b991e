package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.CompletionStage;

/**
 * A pipeline as a server needs it: arguments and results are bytes, as procedures' codecs write
 * them, and interactive logic runs elsewhere, one step at a time. All methods may be called by any
 * thread and return at once.
 */
public interface EncodedCalls {

  /**
   * Submits a procedure by name.
   *
   * @param argument as its argument codec writes it; {@link ErrorCode#BAD_VALUE} if that cannot
   *     read it
   * @return the outcome with the result as its codec writes it; completed as {@link
   *     dev.yardmaster.api.TransactionService#submit} says
   */
  CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options);

  /** Submits a transaction that is stated as data. */
  CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot, TransactionOptions options);

  /**
   * Asks how the transaction with an id ended. The value of a commit is an {@link EncodedResult}.
   */
  CompletionStage<Outcome<TransactionStatus>> status(TransactionId id);

  /**
   * Opens an interactive transaction. Nothing is asked of the service before its first step.
   *
   * @param listener hears of it, by a thread of the service
   * @throws YardmasterException {@link ErrorCode#CLOSED} if the service is closed
   */
  OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener);
}
