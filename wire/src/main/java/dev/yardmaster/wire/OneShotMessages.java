package dev.yardmaster.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.Condition;
import dev.yardmaster.wire.schema.Write;
import java.nio.ByteBuffer;

/** Converts one-shot transactions to messages and back. */
public final class OneShotMessages {

  private OneShotMessages() {}

  /** Converts a transaction to a message without options. */
  public static dev.yardmaster.wire.schema.OneShot.Builder of(OneShot oneShot) {
    Stated stated = new Stated();
    oneShot.stateTo(stated);
    return stated.message;
  }

  /**
   * Converts a message to a transaction.
   *
   * @throws YardmasterException if the message has no statements or is invalid; the error's code
   *     gives the reason
   */
  public static OneShot read(dev.yardmaster.wire.schema.OneShot message) {
    OneShot.Builder stated = OneShot.builder();
    for (int i = 0; i < message.getReadsCount(); i++) {
      stated.read(KeyMessages.read(message.getReads(i)));
    }
    for (int i = 0; i < message.getConditionsCount(); i++) {
      read(message.getConditions(i), stated);
    }
    for (int i = 0; i < message.getWritesCount(); i++) {
      read(message.getWrites(i), stated);
    }
    return stated.build();
  }

  private static void read(Condition condition, OneShot.Builder stated) {
    Key key = KeyMessages.read(condition.getKey());
    switch (condition.getMustCase()) {
      case EQUAL -> stated.require(key, ReceivedBytes.of(condition.getEqual()));
      case ABSENT -> stated.requireAbsent(key);
      case AT_LEAST -> stated.requireAtLeast(key, condition.getAtLeast());
      case MUST_NOT_SET ->
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE, "a condition must have a requirement", "key", key);
    }
  }

  private static void read(Write write, OneShot.Builder stated) {
    Key key = KeyMessages.read(write.getKey());
    switch (write.getWhatCase()) {
      case PUT -> stated.put(key, ReceivedBytes.of(write.getPut()));
      case DELETE -> stated.delete(key);
      case ADD -> stated.add(key, write.getAdd());
      case WHAT_NOT_SET ->
          throw new YardmasterException(
              ErrorCode.BAD_MESSAGE, "a write must have an operation", "key", key);
    }
  }

  /** Returns whether a message has no writes. */
  public static boolean onlyReads(dev.yardmaster.wire.schema.OneShot message) {
    return message.getWritesCount() == 0;
  }

  /** Collects a transaction's statements in a message. */
  private static final class Stated implements OneShot.Statements {

    private final dev.yardmaster.wire.schema.OneShot.Builder message =
        dev.yardmaster.wire.schema.OneShot.newBuilder();

    @Override
    public void read(Key key) {
      message.addReads(KeyMessages.of(key));
    }

    @Override
    public void require(Key key, byte[] value) {
      message.addConditions(condition(key).setEqual(UnsafeByteOperations.unsafeWrap(value)));
    }

    @Override
    public void requireAbsent(Key key) {
      message.addConditions(condition(key).setAbsent(true));
    }

    @Override
    public void requireAtLeast(Key key, long least) {
      message.addConditions(condition(key).setAtLeast(least));
    }

    @Override
    public void put(Key key, byte[] value) {
      write(key, UnsafeByteOperations.unsafeWrap(value));
    }

    @Override
    public void putLong(Key key, long value) {
      write(
          key,
          UnsafeByteOperations.unsafeWrap(ByteBuffer.allocate(Long.BYTES).putLong(value).array()));
    }

    @Override
    public void add(Key key, long delta) {
      message.addWrites(Write.newBuilder().setKey(KeyMessages.of(key)).setAdd(delta));
    }

    @Override
    public void delete(Key key) {
      message.addWrites(Write.newBuilder().setKey(KeyMessages.of(key)).setDelete(true));
    }

    private void write(Key key, ByteString value) {
      message.addWrites(Write.newBuilder().setKey(KeyMessages.of(key)).setPut(value));
    }

    private static Condition.Builder condition(Key key) {
      return Condition.newBuilder().setKey(KeyMessages.of(key));
    }
  }
}
