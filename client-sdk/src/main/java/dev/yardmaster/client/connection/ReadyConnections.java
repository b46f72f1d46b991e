package dev.yardmaster.client.connection;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.wire.schema.Leadership;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Determines which of the greeted connections accept requests, and which ones only snapshots. A
 * server that has told nothing about leadership belongs to no cluster and always accepts requests.
 * A server of a cluster accepts requests while it claims to lead and no server has claimed to lead
 * in a higher term. This term does not decrease while a server is connected, so that a server that
 * led in an older term is not chosen even if no later leader is connected. When no server is
 * connected, the term is forgotten, because the servers may come back as a new cluster. Any thread
 * may call any method.
 */
final class ReadyConnections {

  /**
   * The result of a message about leadership.
   *
   * @param more whether the connection became ready and was not ready before
   * @param superseded the other connections that the message made unready
   */
  record Change(boolean more, List<Claim> superseded) {}

  /**
   * What a connection's server has said about its leadership; null if it has said nothing. Equal
   * only to itself, because a server may say the same again.
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

  /** The highest term in which a server has said that it leads; unsigned. */
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
   * Returns the connections to servers of a cluster that do not lead, and know of no older term
   * than the leader, as an immutable list.
   */
  List<ClientConnection> followers() {
    return followers;
  }

  /** Returns how many times a connection became ready that was not ready before. */
  long arrivals() {
    return arrivals;
  }

  /**
   * Records what a connection's server says; this replaces what it has said before.
   *
   * @param said null if the server belongs to no cluster
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

  /** Removes a connection that accepts no more requests. */
  synchronized void remove(ClientConnection connection) {
    claims.remove(connection);
    if (claims.isEmpty()) {
      highestTerm = 0;
    }
    ready = ready.stream().filter(other -> other != connection).toList();
    followers = followers.stream().filter(other -> other != connection).toList();
  }

  /** Returns whether a connection's server has said nothing since it made the claim. */
  synchronized boolean isLast(Claim claim) {
    return claims.get(claim.connection()) == claim;
  }

  /** Returns whether a connection is greeted and still accepts messages. */
  synchronized boolean isGreeted(ClientConnection connection) {
    return claims.containsKey(connection);
  }

  /** Returns whether a term is not older than the highest one in which a server leads. */
  synchronized boolean isCurrent(Leadership said) {
    return Long.compareUnsigned(said.getTerm(), highestTerm) >= 0;
  }

  /**
   * Returns the address of the leader that the servers have told with the highest term; empty if
   * they know none.
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
