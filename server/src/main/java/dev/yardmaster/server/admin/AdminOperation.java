package dev.yardmaster.server.admin;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;

/** An operation that operators request with POST. Event loops call the methods. */
public interface AdminOperation {

  /**
   * Begins to answer a request on a connection.
   *
   * @param principal the name of the client, for the audit log
   * @param argument the query of the request, decoded; empty if there is none
   * @return a future that completes when the answer was written or the connection was closed; null
   *     if another request is under way, in which case the method writes no answer
   */
  ChannelFuture start(Channel connection, String principal, String argument);

  /** Records that the server has refused a request. */
  void refused(Channel connection, String principal);

  /** Returns an answer that consists of one line of text. */
  static FullHttpResponse line(HttpResponseStatus status, String text) {
    return AdminHandler.response(AdminResponse.line(status, text), /* head= */ false);
  }
}
