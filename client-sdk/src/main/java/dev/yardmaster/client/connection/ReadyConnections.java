package dev.yardmaster.client.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.wire.schema.Leadership;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines which of the greeted connections accept requests, and which accept only snapshots. A
 * server that has sent no message about leadership belongs to no cluster and always accepts
 * requests. A server of a cluster accepts requests while the server claims to be the leader and no
 * other server has made this claim in a higher term. The highest claimed term does not decrease
 * while a server is connected. So the leader of an older term is not chosen even if no later leader
 * is connected. When no server is connected, the term is forgotten, because the servers may come
 * back as a new cluster. Any thread may call any method.
 */
final class ReadyConnections {

  /**
   * The result of a message about leadership.
   *
   * @param more whether the message made the connection ready
   * @param superseded the claims of the other connections that the message made unready
   */
  record Change(boolean more, List<Claim> superseded) {}

  /**
   * The last message of a connection's server about leadership; {@code said} is null if the server
   * has sent no such message. Claims are compared by identity, because a server may repeat the same
   * message.
   */
  static final class Claim {

    private final ClientConnection connection;
    private final Leadership said;

    private Claim(ClientConnection connection, Leadership said) {
      this.connection = connection;
      this.said = said;
    }

    ClientConnection connection() {
      return connection;
    }

    Leadership said() {
      return said;
    }
  }

  /** The claims of the greeted connections, in the order of the greetings. */
  @Shared(
      writers = "event loops",
      readers = "event loops, threads that submit or connect",
      access = "guarded by this object's monitor")
  private final Map<ClientConnection, Claim> claims = new LinkedHashMap<>();

  /** The highest term in which a server has claimed to be the leader; unsigned. */
  @Shared(
      writers = "event loops",
      readers = "event loops",
      access = "guarded by this object's monitor")
  private long highestTerm;

  @Shared(
      writers = "event loops",
      readers = "threads that submit",
      access = "volatile reference to an immutable list, replaced under this object's monitor")
  private volatile List<ClientConnection> ready = List.of();

  @Shared(
      writers = "event loops",
      readers = "threads that open snapshots",
      access = "volatile reference to an immutable list, replaced under this object's monitor")
  private volatile List<ClientConnection> followers = List.of();

  @Shared(
      writers = "event loops",
      readers = "threads that submit, event loops",
      access =
          "volatile; incremented under this object's monitor, after the field ready is replaced")
  private volatile long arrivals;

  /** Returns the connections that accept requests, as an immutable list. */
  List<ClientConnection> list() {
    return ready;
  }

  /**
   * Returns the connections to followers of a cluster, as an immutable list. A follower whose last
   * message names an older term than the leader's term is not included.
   */
  List<ClientConnection> followers() {
    return followers;
  }

  /** Returns the number of times that a connection became ready. */
  long arrivals() {
    return arrivals;
  }

  /**
   * Records a message of a connection's server about leadership. The message replaces the server's
   * earlier messages.
   *
   * @param said the message; null if the server belongs to no cluster
   */
  synchronized Change said(ClientConnection connection, Leadership said) {
    if (said != null && said.getLeads() && Long.compareUnsigned(said.getTerm(), highestTerm) > 0) {
      highestTerm = said.getTerm();
    }
    claims.put(connection, new Claim(connection, said));
    List<ClientConnection> before = ready;
    List<ClientConnection> now = new ArrayList<>();
    List<ClientConnection> following = new ArrayList<>();
    List<Claim> superseded = new ArrayList<>();
    for (Claim claim : claims.values()) {
      if (claim.said() != null && !claim.said().getLeads() && isCurrent(claim.said())) {
        following.add(claim.connection());
      }
      if (isReady(claim)) {
        now.add(claim.connection());
      } else if (claim.connection() != connection && before.contains(claim.connection())) {
        superseded.add(claim);
      }
    }
    ready = List.copyOf(now);
    followers = List.copyOf(following);
    boolean more = now.contains(connection) && !before.contains(connection);
    if (more) {
      arrivals = arrivals + 1;
    }
    return new Change(more, superseded);
  }

  private boolean isReady(Claim claim) {
    Leadership said = claim.said();
    return said == null
        || (said.getLeads() && Long.compareUnsigned(said.getTerm(), highestTerm) >= 0);
  }

  /** Removes a connection that no longer accepts requests. */
  synchronized void remove(ClientConnection connection) {
    claims.remove(connection);
    if (claims.isEmpty()) {
      highestTerm = 0;
    }
    ready = ready.stream().filter(other -> other != connection).toList();
    followers = followers.stream().filter(other -> other != connection).toList();
  }

  /** Returns whether a connection's server has sent no message about leadership since the claim. */
  synchronized boolean isLast(Claim claim) {
    return claims.get(claim.connection()) == claim;
  }

  /** Returns whether a connection is greeted and still accepts messages. */
  synchronized boolean isGreeted(ClientConnection connection) {
    return claims.containsKey(connection);
  }

  /**
   * Returns whether the term of a message is at or above the highest term in which a server has
   * claimed to be the leader.
   */
  synchronized boolean isCurrent(Leadership said) {
    return Long.compareUnsigned(said.getTerm(), highestTerm) >= 0;
  }

  /**
   * Returns the leader's address from the message with the highest term; empty if no current
   * message contains a leader's address.
   */
  synchronized String leader() {
    Leadership newest = Leadership.getDefaultInstance();
    for (Claim claim : claims.values()) {
      Leadership said = claim.said();
      if (said != null
          && isCurrent(said)
          && !said.getLeads()
          && !said.getLeader().isEmpty()
          && Long.compareUnsigned(said.getTerm(), newest.getTerm()) >= 0) {
        newest = said;
      }
    }
    return newest.getLeader();
  }
}
