package dev.yardmaster.client;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Committed;
import dev.yardmaster.wire.schema.Error;
import dev.yardmaster.wire.schema.Leadership;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.ServerFrame;
import dev.yardmaster.wire.schema.SnapshotOpened;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.wire.schema.Value;
import dev.yardmaster.wire.schema.Values;
import dev.yardmaster.wire.schema.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A scripted server of a {@link FakeCluster}. The server keeps requests until the test answers
 * them.
 */
final class FakeServer {

  /** A request that has no answer, with the connection on which it arrived. */
  private record Asked(EmbeddedChannel channel, Request request) {}

  private final List<EmbeddedChannel> channels = new ArrayList<>();
  private final Queue<Asked> asked = new ArrayDeque<>();
  private final List<Request> requests = new ArrayList<>();
  private Leadership leadership;
  private boolean up = true;
  private boolean answersAtOnce;

  /** The code with which the server rejects requests; null if it does not reject requests. */
  private ErrorCode rejection;

  boolean isUp() {
    return up;
  }

  /** Returns all requests that have arrived, whether or not they were answered. */
  List<Request> requests() {
    return requests;
  }

  /** Returns the number of open connections. */
  long connections() {
    return channels.stream().filter(EmbeddedChannel::isOpen).count();
  }

  /** Answers all requests from now on as soon as they arrive. */
  FakeServer answersAtOnce() {
    answersAtOnce = true;
    return this;
  }

  /** Rejects all requests from now on as soon as they arrive. */
  FakeServer rejectsAtOnce(ErrorCode code) {
    rejection = code;
    return this;
  }

  /** Refuses connections, and closes those that are open. */
  FakeServer goesDown() {
    up = false;
    asked.clear();
    for (EmbeddedChannel channel : channels) {
      var unused = channel.close();
    }
    return this;
  }

  FakeServer comesUp() {
    up = true;
    return this;
  }

  /**
   * Tells all connected clients that this server leads, and also tells later clients in the
   * greeting.
   */
  FakeServer leads(long term) {
    return says(Leadership.newBuilder().setTerm(term).setLeads(true));
  }

  /**
   * Tells all connected clients that this server follows the leader, and also tells later clients
   * in the greeting.
   *
   * @param leader address of the leader; empty if no leader is known
   */
  FakeServer follows(long term, String leader) {
    return says(Leadership.newBuilder().setTerm(term).setLeader(leader));
  }

  private FakeServer says(Leadership.Builder said) {
    leadership = said.build();
    for (EmbeddedChannel channel : List.copyOf(channels)) {
      send(channel, ServerFrame.newBuilder().setLeadership(leadership));
    }
    return this;
  }

  void accept(ChannelHandler handler) {
    EmbeddedChannel channel = new EmbeddedChannel(handler);
    channel.freezeTime();
    channels.add(channel);
  }

  private static void send(EmbeddedChannel channel, ServerFrame.Builder frame) {
    if (channel.isOpen()) {
      byte[] bytes = frame.build().toByteArray();
      channel.writeInbound(channel.alloc().buffer().writeInt(bytes.length).writeBytes(bytes));
    }
  }

  /** Reads the messages that have arrived. Returns whether any message has arrived. */
  boolean step() {
    boolean moved = false;
    for (EmbeddedChannel channel : List.copyOf(channels)) {
      channel.runPendingTasks();
      ByteBuf sent;
      while ((sent = channel.readOutbound()) != null) {
        moved = true;
        receive(channel, sent);
      }
    }
    if (rejection != null) {
      rejectAll(rejection);
    } else if (answersAtOnce && !asked.isEmpty()) {
      commitAll();
    }
    return moved;
  }

  private void receive(EmbeddedChannel channel, ByteBuf sent) {
    byte[] bytes = new byte[sent.readInt()];
    sent.readBytes(bytes).release();
    ClientFrame frame;
    try {
      frame = ClientFrame.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    if (frame.hasHello()) {
      Welcome.Builder welcome =
          Welcome.newBuilder()
              .setVersion(1)
              .setMaxFrameBytes(1 << 20)
              .setMaxInFlight(1000)
              .setMaxValueBytes(1000)
              .setMaxKeys(1000)
              .setMaxTransactionBytes(1000);
      if (leadership != null) {
        welcome.setLeadership(leadership);
      }
      send(channel, ServerFrame.newBuilder().setWelcome(welcome));
    }
    for (Request request : frame.getRequestsList()) {
      requests.add(request);
      asked.add(new Asked(channel, request));
    }
  }

  /**
   * Answers all requests that have arrived and have no answer. Transactions commit, and other
   * requests succeed.
   */
  void commitAll() {
    Asked next;
    while ((next = asked.poll()) != null) {
      answer(next, committed(next.request()));
    }
  }

  /** Rejects all requests that have arrived and have no answer. */
  void rejectAll(ErrorCode code) {
    Asked next;
    while ((next = asked.poll()) != null) {
      answer(next, Response.newBuilder().setRejected(Error.newBuilder().setCode(code.name())));
    }
  }

  private static void answer(Asked asked, Response.Builder response) {
    send(
        asked.channel(),
        ServerFrame.newBuilder()
            .addResponses(response.setRequestId(asked.request().getRequestId())));
  }

  private static Response.Builder committed(Request request) {
    Response.Builder response = Response.newBuilder();
    if (request.hasStep() && request.getStep().getWhatCase() == Step.WhatCase.OPEN_SNAPSHOT) {
      return response.setSnapshot(SnapshotOpened.newBuilder().setVersion(7));
    }
    if (request.hasStep() && request.getStep().getWhatCase() == Step.WhatCase.READ) {
      Values.Builder values = Values.newBuilder();
      request
          .getStep()
          .getRead()
          .getKeysList()
          .forEach(key -> values.addValues(Value.newBuilder()));
      return response.setValues(values);
    }
    if (request.hasStep() && request.getStep().getWhatCase() == Step.WhatCase.ABANDON) {
      return response.setRejected(Error.newBuilder().setCode(ErrorCode.INTERRUPTED.name()));
    }
    Committed.Builder committed = Committed.newBuilder().setCommitVersion(1);
    request.getOneShot().getReadsList().forEach(key -> committed.addValues(Value.newBuilder()));
    return response.setCommitted(committed);
  }
}
