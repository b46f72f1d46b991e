package dev.yardmaster.server.admin;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the requests of one connection on its event loop. A client that sends a request before it
 * has read the previous answer is disconnected, because answers must not pile up in memory. No
 * browser sends requests in this way.
 */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

  private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);
  private static final String BEARER = "Bearer ";
  private static final Pattern ABSOLUTE_TARGET = Pattern.compile("[A-Za-z][^/?#]*://([^/?#]*)");

  private final AdminPages pages;
  private final AdminAccess access;
  private final Map<String, AdminOperation> operations;
  private final RequestDeadline deadline;
  private final RequestDecoder decoder;
  private ChannelFuture lastAnswer;

  AdminHandler(
      AdminPages pages,
      AdminAccess access,
      Map<String, AdminOperation> operations,
      RequestDeadline deadline,
      RequestDecoder decoder) {
    this.pages = pages;
    this.access = access;
    this.operations = operations;
    this.deadline = deadline;
    this.decoder = decoder;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (lastAnswer != null && !lastAnswer.isDone()) {
      var unused = context.close();
      return;
    }
    deadline.requestComplete();
    boolean head = request.method().equals(HttpMethod.HEAD);
    boolean broken = request.decoderResult().isFailure();
    AdminOperation operation = broken ? null : operation(request);
    AdminResponse refusal = operation == null ? null : operate(context, request, operation);
    if (operation != null && refusal == null) {
      return;
    }
    FullHttpResponse response =
        response(
            broken ? notUnderstood(request) : operation == null ? page(context, request) : refusal,
            head);
    if (response.status().equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
      response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
    } else if (response.status().equals(HttpResponseStatus.UNAUTHORIZED)) {
      response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    if (broken) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    } else {
      lastAnswer = context.writeAndFlush(response);
      lastAnswer.addListener(
          written -> {
            if (written.isSuccess()) {
              deadline.answerWritten(decoder.hasUndecodedBytes());
            }
          });
    }
  }

  private static AdminResponse notUnderstood(FullHttpRequest request) {
    return request.decoderResult().cause() instanceof TooLongFrameException
        ? AdminResponse.line(
            HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "a request line may have at most "
                + RequestDecoder.MAX_LINE_BYTES
                + " bytes, and all headers together at most "
                + RequestDecoder.MAX_HEADER_BYTES)
        : AdminResponse.line(HttpResponseStatus.BAD_REQUEST, "the request is not valid HTTP/1.1");
  }

  /** Returns the operation that a request asks for; null if the request asks for no operation. */
  private AdminOperation operation(FullHttpRequest request) {
    return request.method().equals(HttpMethod.POST) ? operations.get(path(request)) : null;
  }

  private static String path(FullHttpRequest request) {
    int query = request.uri().indexOf('?');
    return query < 0 ? request.uri() : request.uri().substring(0, query);
  }

  /**
   * Begins an operation. Returns a refusal if the client may not request the operation, or if the
   * operation is not possible at the moment.
   */
  private AdminResponse operate(
      ChannelHandlerContext context, FullHttpRequest request, AdminOperation operation) {
    AdminResponse misdirected = misdirected(request);
    if (misdirected != null) {
      return misdirected;
    }
    String token = token(request);
    String principal = access.principal(token, context.channel().remoteAddress());
    if (principal == null) {
      return unauthorized(token);
    }
    if (access.isOpen()) {
      if (!isLocal(context) || request.headers().contains(HttpHeaderNames.ORIGIN)) {
        operation.refused(context.channel(), principal);
        return AdminResponse.line(
            HttpResponseStatus.FORBIDDEN,
            "without a tokens file, only programs on the server's own machine may request this");
      }
    }
    String argument;
    try {
      argument = argument(request);
    } catch (IllegalArgumentException e) {
      return AdminResponse.line(
          HttpResponseStatus.BAD_REQUEST, "the query is not valid: " + e.getMessage());
    }
    ChannelFuture answer = operation.start(context.channel(), principal, argument);
    if (answer == null) {
      return AdminResponse.line(HttpResponseStatus.CONFLICT, "another such request is under way");
    }
    deadline.longAnswer();
    lastAnswer = answer;
    // The connection has no deadlines any more, so the server closes it after the answer.
    answer.addListener(
        ended ->
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE));
    return null;
  }

  private static String argument(FullHttpRequest request) {
    int query = request.uri().indexOf('?');
    return query < 0
        ? ""
        : URLDecoder.decode(request.uri().substring(query + 1), StandardCharsets.UTF_8);
  }

  private static boolean isLocal(ChannelHandlerContext context) {
    return context.channel().remoteAddress() instanceof InetSocketAddress peer
        && peer.getAddress().isLoopbackAddress();
  }

  private static AdminResponse unauthorized(String token) {
    return AdminResponse.line(
        HttpResponseStatus.UNAUTHORIZED,
        token == null
            ? "a token is needed: send the header Authorization: Bearer <token>"
            : "the token does not have the role admin");
  }

  private AdminResponse page(ChannelHandlerContext context, FullHttpRequest request) {
    AdminPages.Place place = pages.at(path(request));
    if (place == null || !place.answersAnyHost()) {
      AdminResponse misdirected = misdirected(request);
      if (misdirected != null) {
        return misdirected;
      }
    }
    if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
      return AdminResponse.line(
          HttpResponseStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered");
    }
    if (place == null) {
      return AdminResponse.line(
          HttpResponseStatus.NOT_FOUND,
          "the paths are /, /health, /ready, /metrics, /api/live and /api/history");
    }
    String token = token(request);
    if (place.showsFigures()
        && access.principal(token, context.channel().remoteAddress()) == null) {
      return unauthorized(token);
    }
    return place.page().get();
  }

  /** Returns a refusal if the host that a request names is not accepted; otherwise returns null. */
  private AdminResponse misdirected(FullHttpRequest request) {
    for (String host : hosts(request)) {
      if (!access.isHostAllowed(host)) {
        return misdirected(host);
      }
    }
    return null;
  }

  /**
   * Returns the hosts that a request names (RFC 9112, section 3.2.2): the host of its header, which
   * is null if there is no header, and the host of an absolute request target. Several host headers
   * are joined by commas; the result is no valid host.
   */
  private static List<String> hosts(FullHttpRequest request) {
    List<String> headers = request.headers().getAll(HttpHeaderNames.HOST);
    List<String> hosts = new ArrayList<>();
    hosts.add(headers.isEmpty() ? null : String.join(", ", headers));
    Matcher absolute = ABSOLUTE_TARGET.matcher(request.uri());
    if (absolute.lookingAt()) {
      hosts.add(absolute.group(1));
    }
    return hosts;
  }

  private static AdminResponse misdirected(String hostOrNull) {
    return AdminResponse.line(
        HttpResponseStatus.MISDIRECTED_REQUEST,
        (hostOrNull == null
                ? "the request names no host"
                : "requests to the host '" + hostOrNull + "' are not answered")
            + ": without tokens, a request must name an IP address, localhost, or a name of the"
            + " option admin.hosts");
  }

  private static String token(FullHttpRequest request) {
    String header = request.headers().get(HttpHeaderNames.AUTHORIZATION);
    return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? header.substring(BEARER.length()).trim()
        : null;
  }

  /** Returns a page as a response, with the headers that all responses have. */
  static FullHttpResponse response(AdminResponse page, boolean head) {
    byte[] bytes = page.content().bytes();
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            page.status(),
            head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, page.contentType());
    headers.setInt(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set(
        HttpHeaderNames.CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY");
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "no-referrer");
    headers.set("cross-origin-resource-policy", "same-origin");
    return response;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // The cause is, for example, a TCP reset or plain text on a TLS port.
    LOG.debug("a connection to the admin server ended", cause);
    var unused = context.close();
  }
}
