package dev.yardmaster.server.connection;

import com.google.protobuf.ByteString;
import dev.yardmaster.wire.schema.Commit;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Write;

/** Builds requests as messages of the wire schema. */
final class RawRequests {

  private RawRequests() {}

  static Key key(long number) {
    return Key.newBuilder().setTable("accounts").setNumber(number).build();
  }

  static Request.Builder read(long requestId, long key) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setOneShot(OneShot.newBuilder().addReads(key(key)));
  }

  static Request.Builder put(long requestId, long key, byte[] value) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setOneShot(OneShot.newBuilder().addWrites(putOf(key, value)));
  }

  static Request.Builder add(long requestId, long key, long delta) {
    return Request.newBuilder()
        .setRequestId(requestId)
        .setOneShot(
            OneShot.newBuilder().addWrites(Write.newBuilder().setKey(key(key)).setAdd(delta)));
  }

  private static Write.Builder putOf(long key, byte[] value) {
    return Write.newBuilder().setKey(key(key)).setPut(ByteString.copyFrom(value));
  }

  static Request.Builder stepRead(long requestId, long transaction, long key) {
    return step(
        requestId,
        Step.newBuilder().setTransaction(transaction).setRead(Read.newBuilder().addKeys(key(key))));
  }

  static Request.Builder stepCommit(long requestId, long transaction, long key, byte[] value) {
    return step(
        requestId,
        Step.newBuilder()
            .setTransaction(transaction)
            .setCommit(Commit.newBuilder().addWrites(putOf(key, value))));
  }

  static Request.Builder step(long requestId, Step.Builder step) {
    return Request.newBuilder().setRequestId(requestId).setStep(step);
  }
}
