package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UnsafeByteOperations;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The types of messages that members send to each other. Members parse no other messages, and
 * therefore refuse JRaft's commands for operators.
 */
enum MessageType {
  ERROR_RESPONSE(0, ErrorResponse.getDefaultInstance()),
  APPEND_ENTRIES_REQUEST(1, AppendEntriesRequest.getDefaultInstance()),
  APPEND_ENTRIES_RESPONSE(2, AppendEntriesResponse.getDefaultInstance()),
  REQUEST_VOTE_REQUEST(3, RequestVoteRequest.getDefaultInstance()),
  REQUEST_VOTE_RESPONSE(4, RequestVoteResponse.getDefaultInstance()),
  TIMEOUT_NOW_REQUEST(5, TimeoutNowRequest.getDefaultInstance()),
  TIMEOUT_NOW_RESPONSE(6, TimeoutNowResponse.getDefaultInstance()),
  READ_INDEX_REQUEST(7, ReadIndexRequest.getDefaultInstance()),
  READ_INDEX_RESPONSE(8, ReadIndexResponse.getDefaultInstance()),
  INSTALL_SNAPSHOT_REQUEST(9, InstallSnapshotRequest.getDefaultInstance()),
  INSTALL_SNAPSHOT_RESPONSE(10, InstallSnapshotResponse.getDefaultInstance()),
  GET_FILE_REQUEST(11, GetFileRequest.getDefaultInstance()),
  GET_FILE_RESPONSE(12, GetFileResponse.getDefaultInstance());

  private static final Map<Integer, MessageType> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toMap(type -> type.code, Function.identity()));
  private static final Map<String, MessageType> BY_CLASS =
      Arrays.stream(values())
          .collect(Collectors.toMap(type -> type.message.getName(), Function.identity()));

  private final int code;
  private final Class<? extends Message> message;
  private final Parser<? extends Message> parser;

  MessageType(int code, Message prototype) {
    this.code = code;
    message = prototype.getClass();
    parser = prototype.getParserForType();
  }

  /** Returns the code of the type in frames: 0 to 127, even for responses and odd for requests. */
  int code() {
    return code;
  }

  boolean isRequest() {
    return code % 2 == 1;
  }

  /** Returns the type of a message class; empty if members do not send such messages. */
  static Optional<MessageType> ofClass(String name) {
    return Optional.ofNullable(BY_CLASS.get(name));
  }

  static MessageType ofCode(int code) {
    MessageType type = BY_CODE.get(code);
    if (type == null) {
      throw new CorruptedFrameException("message of the unknown type " + code);
    }
    return type;
  }

  /** Parses a message. The parsed message may keep a reference to the array. */
  Message parse(byte[] bytes) {
    CodedInputStream input = UnsafeByteOperations.unsafeWrap(bytes).newCodedInput();
    input.enableAliasing(true);
    try {
      Message parsed = parser.parseFrom(input);
      input.checkLastTagWas(0);
      return parsed;
    } catch (InvalidProtocolBufferException e) {
      throw new CorruptedFrameException("malformed message of type " + this, e);
    }
  }
}
