package dev.yardmaster.replication;

import java.util.Optional;

/** Signals that an operation had no effect, because this member is not the leader in the term. */
public final class NotLeaderException extends Exception {

  private static final long serialVersionUID = 1;

  private final transient Optional<String> leader;

  /**
   * Creates the exception.
   *
   * @param leader the name of the leader, if it is known
   */
  public NotLeaderException(String message, Optional<String> leader) {
    super(message);
    this.leader = leader;
  }

  /** The name of the member that leads, if it is known. */
  public Optional<String> leader() {
    return leader;
  }
}
