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
 * A pipeline as a server uses it: arguments and results are bytes in the procedures' codecs, and
 * interactive logic runs elsewhere, one step at a time. Any thread may call the methods; they
 * return at once.
 */
public interface EncodedCalls {

  /**
   * Submits a procedure by name.
   *
   * @param argument the argument in its codec's encoding; {@link ErrorCode#BAD_VALUE} if the codec
   *     cannot decode it
   * @return the outcome with the encoded result; completed as {@link
   *     dev.yardmaster.api.TransactionService#submit} says
   */
  CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options);

  /** Submits a transaction that is stated as data. */
  CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot, TransactionOptions options);

  /**
   * Queries how the transaction with an id ended. The value of a commit is an {@link
   * EncodedResult}.
   */
  CompletionStage<Outcome<TransactionStatus>> status(TransactionId id);

  /**
   * Opens an interactive transaction. The service does nothing before the first step.
   *
   * @param listener receives the replies, on a thread of the service
   * @throws YardmasterException {@link ErrorCode#CLOSED} if the service is closed
   */
  OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener);
}
