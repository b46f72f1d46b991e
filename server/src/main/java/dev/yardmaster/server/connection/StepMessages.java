package dev.yardmaster.server.connection;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.ErrorMessages;
import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.OutcomeMessages;
import dev.yardmaster.wire.ReceivedBytes;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Fail;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Restart;
import dev.yardmaster.wire.schema.Values;
import dev.yardmaster.wire.schema.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decodes the steps of interactive transactions, and encodes the results of the steps. */
final class StepMessages {

  private StepMessages() {}

  /**
   * Returns the keys of a read.
   *
   * @throws YardmasterException {@link ErrorCode#TOO_MANY_KEYS}, or {@link ErrorCode#BAD_KEY} for
   *     an invalid or reserved key
   */
  static List<Key> keys(Read message, int maxKeys) {
    if (message.getKeysCount() > maxKeys) {
      // Repeated keys count, too, because each of them gets an answer.
      throw new YardmasterException(
          ErrorCode.TOO_MANY_KEYS,
          "a step reads at most " + maxKeys + " keys",
          "keys",
          message.getKeysCount());
    }
    List<Key> keys = KeyMessages.readAll(message.getKeysList());
    keys.forEach(dev.yardmaster.api.Values::check);
    return keys;
  }

  /**
   * Returns the message of the values that a step has read; a null value means that the key is
   * absent.
   */
  static Values values(byte[][] values) {
    Values.Builder message = Values.newBuilder();
    for (byte[] value : values) {
      message.addValues(KeyMessages.ofValue(value));
    }
    return message.build();
  }

  /** Returns the message of a restart; the conflict is null if it is not known. */
  static Restart restart(int restarts, ConflictReport lastConflict) {
    Restart.Builder message = Restart.newBuilder().setRestarts(restarts);
    if (lastConflict != null) {
      message.setLastConflict(OutcomeMessages.of(lastConflict));
    }
    return message.build();
  }

  /**
   * Returns the writes of a commit; a deletion has the value null.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE}
   */
  static Map<Key, byte[]> writes(Commit message) {
    Map<Key, byte[]> writes = new LinkedHashMap<>();
    for (Write write : message.getWritesList()) {
      Key key = KeyMessages.read(write.getKey());
      byte[] value =
          switch (write.getWhatCase()) {
            case PUT -> ReceivedBytes.of(write.getPut());
            case DELETE -> null;
            default ->
                throw new YardmasterException(
                    ErrorCode.BAD_MESSAGE, "a write must be a put or a delete", "key", key);
          };
      writes.put(key, value);
    }
    return writes;
  }

  /**
   * Returns the error with which a client's logic has failed.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE} if logic cannot fail with this error
   */
  static YardmasterException logicError(Fail message) {
    YardmasterException error = ErrorMessages.read(message.getError());
    ErrorCode.Category category = error.code().category();
    if (category != ErrorCode.Category.INVALID && category != ErrorCode.Category.FAILED) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "this code is not an error of logic", "code", error.code());
    }
    return error;
  }

  /**
   * Decodes a result that the server keeps. Only a transaction with an id has such a result.
   *
   * @param transaction the transaction's number, for the error
   * @throws YardmasterException {@link ErrorCode#BAD_MESSAGE}
   */
  static Object result(ByteString encoded, boolean hasId, long transaction) {
    if (!hasId) {
      return encoded;
    }
    try {
      return ValueCodec.basic().decode(ReceivedBytes.of(encoded));
    } catch (YardmasterException e) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE,
          "the result must be in the encoding of the basic codec",
          e,
          "transaction",
          transaction);
    }
  }

  /** Encodes a result that {@link #result} has returned. */
  static ByteString encoded(Object result) {
    return result instanceof ByteString bytes
        ? bytes
        : UnsafeByteOperations.unsafeWrap(ValueCodec.basic().encode(result));
  }
}
