package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.Credential;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.wire.schema.Request;

/**
 * The client of a connection after its first frame: its rights, and its unanswered requests, which
 * are limited. The connection's event loop owns the object.
 */
final class ConnectedClient {

  /** The delay after which a client with too many unanswered requests should retry. */
  private static final int RETRY_AFTER_MS = 10;

  /** The server disconnects a client whose unanswered requests exceed the limit by this factor. */
  private static final int MAX_IN_FLIGHT_FACTOR = 2;

  /** The approximate memory of a request without its contents, in bytes. */
  private static final int REQUEST_BYTES = 512;

  private final Credential credential;
  private final String name;
  private final ClientLoads clients;
  private final ClientLoads.ClientLoad load;
  private final RequestAudit audit;
  private final Requests requests;
  private final ConnectionLimits settings;
  private final ByteBudget budget;
  private int inFlight;
  private boolean sawGoodbye;

  /**
   * Creates a client without requests.
   *
   * @param name the name of the credential's principal
   * @param load the client's load, which counts the connection already
   * @param budget the budget of the connection
   */
  ConnectedClient(
      Credential credential,
      String name,
      ClientLoads clients,
      ClientLoads.ClientLoad load,
      RequestAudit audit,
      Requests requests,
      ConnectionLimits settings,
      ByteBudget budget) {
    this.credential = credential;
    this.name = name;
    this.clients = clients;
    this.load = load;
    this.audit = audit;
    this.requests = requests;
    this.settings = settings;
    this.budget = budget;
  }

  /** Returns the name of the client's principal. */
  String name() {
    return name;
  }

  /** The connection calls this method before it reads requests that have arrived together. */
  void arrive() {
    requests.arrive();
  }

  /**
   * Executes or refuses a request.
   *
   * @param messageBytes the length of the request's message
   * @param draining whether the server accepts only steps of open transactions
   * @throws YardmasterException if the connection must end
   */
  void take(Request request, int messageBytes, boolean draining) {
    if (request.getRequestId() == 0) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE, "a request's number must not be 0", "requestId", 0);
    }
    if (sawGoodbye) {
      throw new YardmasterException(
          ErrorCode.BAD_MESSAGE,
          "no request may follow goodbye",
          "requestId",
          request.getRequestId());
    }
    if (inFlight >= MAX_IN_FLIGHT_FACTOR * settings.maxInFlight()) {
      // The number of requests in a frame is not bounded, so the refusals alone could use too much
      // memory.
      throw tooMany("a connection", settings.maxInFlight());
    }
    inFlight++;
    int inFlightOfClient = load.begin();
    if (requests.abandons(request)) {
      take(request, Holding.of(budget, 0), 0);
    } else if (inFlight > settings.maxInFlight()) {
      requests.refuse(request, tooMany("a connection", settings.maxInFlight()));
    } else if (inFlightOfClient > settings.maxInFlightPerClient()) {
      requests.refuse(request, tooMany("a client", settings.maxInFlightPerClient()));
    } else if (draining && !requests.goesOn(request)) {
      requests.refuse(request, new YardmasterException(ErrorCode.CLOSED, ServerConnection.STOPS));
    } else {
      long bytes = bytesOf(messageBytes);
      take(request, Holding.of(budget, bytes), bytes);
    }
  }

  private void take(Request request, Holding held, long bytes) {
    if (held == null) {
      requests.refuse(request, Requests.noRoom(bytes));
      return;
    }
    try {
      requests.take(request, held);
    } catch (RuntimeException | Error bug) { // The server will not answer the request.
      held.close();
      answered(1);
      throw bug;
    }
  }

  /**
   * Returns the approximate memory of a request: the message, and the calls that the server makes
   * from it.
   */
  private static long bytesOf(int messageBytes) {
    return REQUEST_BYTES + 2L * messageBytes;
  }

  private static YardmasterException tooMany(String who, int limit) {
    return new YardmasterException(
        ErrorCode.OVERLOADED,
        who + " has at most " + limit + " unanswered requests",
        YardmasterException.RETRY_AFTER_MS,
        RETRY_AFTER_MS);
  }

  /** Subtracts requests whose answers were written, or dropped with the connection. */
  void answered(int count) {
    inFlight -= count;
    clients.endRequests(load, count);
    requests.written();
  }

  /** Returns whether the client may send more requests. */
  boolean hasRoom() {
    return inFlight < settings.maxInFlight();
  }

  /** Returns whether no request is unanswered. */
  boolean isIdle() {
    return inFlight == 0;
  }

  /** Records that the client will send no further request. */
  void saysGoodbye() {
    sawGoodbye = true;
  }

  /** Returns whether the client has all answers, and will send no further request. */
  boolean isDone() {
    return sawGoodbye && inFlight == 0;
  }

  /**
   * Checks the client's credential again, and applies its present rights.
   *
   * @throws YardmasterException {@link ErrorCode#UNAUTHENTICATED} if the connection must end
   */
  void checkCredential() {
    Principal now = credential.principal();
    if (!now.name().equals(name)) {
      throw new YardmasterException(
          ErrorCode.UNAUTHENTICATED, "the credential belongs to another principal now");
    }
    requests.actFor(now);
  }

  /** Ends the client's connection. */
  void leave() {
    audit.connection("disconnected");
    clients.leave(load);
  }
}
