package dev.yardmaster.server.compatibility;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * The single messages of frames. A client or a server may put any number of messages into a frame,
 * so frames of two conversations cannot be compared, but their messages can.
 */
final class FrameMessages {

  private FrameMessages() {}

  /** Returns the kind of a client's message, for example {@code hello} or {@code step commit}. */
  static List<String> kinds(ClientFrame frame) {
    List<String> kinds = new ArrayList<>();
    if (frame.hasHello()) {
      kinds.add("hello");
    }
    for (Request request : frame.getRequestsList()) {
      kinds.add(
          request.hasStep()
              ? "step " + request.getStep().getWhatCase()
              : String.valueOf(request.getBodyCase()));
    }
    if (frame.hasPing()) {
      kinds.add("ping");
    }
    if (frame.getGoodbye()) {
      kinds.add("goodbye");
    }
    return kinds;
  }

  /** Returns the number of messages with which a server answers a frame. */
  static int answers(ClientFrame frame) {
    return (frame.hasHello() ? 1 : 0) + frame.getRequestsCount() + (frame.hasPing() ? 1 : 0);
  }

  /** Returns the number of messages of a server's frame. */
  static int messages(ServerFrame frame) {
    return (frame.hasWelcome() ? 1 : 0)
        + frame.getResponsesCount()
        + (frame.hasPong() ? 1 : 0)
        + (frame.hasClosing() ? 1 : 0);
  }

  /**
   * Returns the messages of a server's frame as texts. Each text begins with the kind of the
   * message, and an answer also has the number of its request, so that sorted messages do not
   * depend on the order of the answers.
   *
   * @param schema fields that this schema does not have are omitted
   */
  static List<String> texts(ServerFrame frame, KeptSchema schema)
      throws InvalidProtocolBufferException {
    List<String> texts = new ArrayList<>();
    if (frame.hasWelcome()) {
      texts.add("welcome\n" + text(frame.getWelcome(), schema));
    }
    for (Response response : frame.getResponsesList()) {
      texts.add("answer %6d%n%s".formatted(response.getRequestId(), text(response, schema)));
    }
    if (frame.hasPong()) {
      texts.add("pong " + frame.getPong());
    }
    if (frame.hasClosing()) {
      texts.add("closing\n" + text(frame.getClosing(), schema));
    }
    if (!frame.getUnknownFields().equals(UnknownFieldSet.getDefaultInstance())) {
      texts.add("unknown\n" + TextFormat.printer().printToString(frame.getUnknownFields()));
    }
    return texts;
  }

  private static String text(Message message, KeptSchema schema)
      throws InvalidProtocolBufferException {
    return TextFormat.printer().printToString(AnswerFields.comparable(message, schema));
  }
}
