package dev.yardmaster.server.admin;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * Aggregates requests. The handler refuses a request whose body is too long, and closes the
 * connection.
 */
final class BodyLimit extends HttpObjectAggregator {

  private final int mostBytes;

  BodyLimit(int mostBytes) {
    super(mostBytes, true);
    this.mostBytes = mostBytes;
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    AdminResponse refusal =
        AdminResponse.line(
            HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
            "a request's body may have at most " + mostBytes + " bytes");
    context
        .writeAndFlush(AdminHandler.response(refusal, false))
        .addListener(ChannelFutureListener.CLOSE);
  }
}
