package dev.yardmaster.proof.wirefuzz;

import com.google.protobuf.ByteString;
import dev.yardmaster.wire.WireProtocol;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Hello;
import dev.yardmaster.wire.schema.Key;
import dev.yardmaster.wire.schema.OneShot;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Write;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A client that follows the protocol. Whatever inputs other clients have sent, the server must
 * serve this client.
 */
final class HonestClient {

  private static final Key KEY = Key.newBuilder().setTable("honest").setNumber(1).build();

  private HonestClient() {}

  /** Returns the bytes of a client that writes a number, reads it again, and sends a goodbye. */
  static byte[] writesAndReads(long number) {
    ClientFrame frame =
        ClientFrame.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setOldestVersion(WireProtocol.VERSION)
                    .setNewestVersion(WireProtocol.VERSION))
            .addRequests(
                Request.newBuilder()
                    .setRequestId(1)
                    .setOneShot(
                        OneShot.newBuilder()
                            .addReads(KEY)
                            .addWrites(Write.newBuilder().setKey(KEY).setPut(bytes(number)))))
            .addRequests(
                Request.newBuilder().setRequestId(2).setOneShot(OneShot.newBuilder().addReads(KEY)))
            .setGoodbye(true)
            .build();
    byte[] bytes = frame.toByteArray();
    return ByteBuffer.allocate(WireProtocol.LENGTH_BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static ByteString bytes(long number) {
    return ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /**
   * Fails unless both requests committed. The second request must have read the value that the
   * first request wrote or, if the second request ran first, the previous value.
   */
  static void check(Received received, long number) {
    List<Response> responses = received.responses();
    FuzzFailure.unless(
        responses.size() == 2 && responses.stream().allMatch(Response::hasCommitted),
        () -> "a correct client is not served after the input: " + responses);
    Committed first = committed(responses, 1);
    Committed second = committed(responses, 2);
    boolean readsTheWrite = second.getValues(0).getValue().equals(bytes(number));
    boolean readsBefore = second.getValues(0).equals(first.getValues(0));
    FuzzFailure.unless(readsTheWrite || readsBefore, "a correct client reads a wrong value");
  }

  private static Committed committed(List<Response> responses, long requestId) {
    return responses.stream()
        .filter(response -> response.getRequestId() == requestId)
        .findFirst()
        .orElseThrow(() -> new FuzzFailure("request " + requestId + " has no answer"))
        .getCommitted();
  }
}
