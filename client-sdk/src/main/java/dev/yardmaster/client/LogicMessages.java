package dev.yardmaster.client;

import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.ScanMessages;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Fail;
import dev.yardmaster.wire.schema.OpenSnapshot;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Write;
import java.util.List;
import java.util.Map;

/** Creates the messages for the steps of interactive logic. A step is a request to the server. */
final class LogicMessages {

  private LogicMessages() {}

  /** Creates a step that reads keys. With an empty list, the step only starts the transaction. */
  static Step.Builder read(List<Key> keys) {
    Read.Builder read = Read.newBuilder();
    for (Key key : keys) {
      read.addKeys(KeyMessages.of(key));
    }
    return Step.newBuilder().setRead(read);
  }

  /** Creates a step that scans a range. */
  static Step.Builder scan(Scan scan) {
    return Step.newBuilder().setScan(ScanMessages.of(scan));
  }

  /** Creates the step that opens a snapshot. A maximum staleness below 1 ms counts as 0. */
  static Step.Builder openSnapshot(SnapshotOptions options) {
    return Step.newBuilder()
        .setOpenSnapshot(
            OpenSnapshot.newBuilder()
                .setMaxStalenessMs((int) options.maxStaleness().toMillis())
                .setAnyServer(options.anyServer()));
  }

  /** Creates a step that reads a page of a scan of a snapshot. */
  static Step.Builder page(Scan scan, boolean afterFirst) {
    Step.Builder step = scan(scan);
    step.getScanBuilder().setAfterFrom(afterFirst && !scan.backward());
    return step;
  }

  /** Creates a step that commits writes without a result. */
  static Step.Builder commit(Map<Key, byte[]> writes) {
    Commit.Builder commit = Commit.newBuilder();
    for (Map.Entry<Key, byte[]> write : writes.entrySet()) {
      Write.Builder message = Write.newBuilder().setKey(KeyMessages.of(write.getKey()));
      if (write.getValue() == null) {
        message.setDelete(true);
      } else {
        message.setPut(UnsafeByteOperations.unsafeWrap(write.getValue()));
      }
      commit.addWrites(message);
    }
    return Step.newBuilder().setCommit(commit);
  }

  /**
   * Creates a step that commits writes, with a result that the server keeps. If the result cannot
   * be encoded, the step fails the transaction.
   */
  static Step.Builder commit(Map<Key, byte[]> writes, Object result) {
    byte[] encoded;
    try {
      encoded = ValueCodec.basic().encode(result);
    } catch (YardmasterException notBasic) {
      return fail(notBasic.as(ErrorCode.RESULT_NOT_KEPT));
    }
    Step.Builder step = commit(writes);
    step.getCommitBuilder().setResult(UnsafeByteOperations.unsafeWrap(encoded));
    return step;
  }

  /** Creates a step that fails the transaction with the exception that the logic threw. */
  static Step.Builder fail(Throwable thrown) {
    Outcome<Object> outcome = Failures.outcome(thrown, ProcedureName.LAMBDA, 0, null);
    Fail.Builder fail = Fail.newBuilder();
    if (outcome instanceof Outcome.Aborted<Object> aborted) {
      fail.setAbort(aborted.reason());
    } else {
      fail.setError(ErrorMessages.of(outcome.error()));
    }
    return Step.newBuilder().setFail(fail);
  }

  /**
   * Combines the server's outcome and the client's run into the outcome for the caller.
   *
   * @param ended the outcome from the server
   * @param result the result that the logic returned while it ran in the client
   * @param thrown the exception that the logic threw while it ran in the client, or null
   * @param hasId whether the transaction has an id; with an id, the server's outcome may be the
   *     kept outcome of an earlier transaction with this id
   */
  // The cast is safe, because the kept result comes from the logic of the same transaction.
  @SuppressWarnings("unchecked")
  static <R> Outcome<R> outcome(Outcome<byte[]> ended, R result, Throwable thrown, boolean hasId) {
    if (ended instanceof Outcome.Committed<byte[]> committed) {
      R value = hasId ? (R) ValueCodec.basic().decode(committed.value()) : result;
      return new Outcome.Committed<>(
          value,
          committed.transactionId(),
          committed.commitVersion(),
          committed.restarts(),
          committed.lastConflict());
    }
    if (thrown != null
        && ended instanceof Outcome.Rejected<byte[]> rejected
        && rejected.error().code() == ErrorCode.LOGIC_FAILED) {
      // The server knows only the exception's text, so this method uses the client's own exception.
      return Failures.outcome(thrown, ProcedureName.LAMBDA, 0, null);
    }
    return (Outcome<R>) (Outcome<?>) ended;
  }
}
