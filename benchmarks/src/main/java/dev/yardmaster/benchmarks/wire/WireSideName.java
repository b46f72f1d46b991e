package dev.yardmaster.benchmarks.wire;

import java.util.Locale;

/** The sides that the command line names. */
public enum WireSideName {
  /** The client calls procedures of a Yardmaster server through the SDK. */
  SERVER,
  /** Like {@link #SERVER}, but some transactions are sent as data instead of procedure calls. */
  ONE_SHOT,
  /** Like {@link #SERVER}, but the server forces each commit to disk before it answers. */
  DURABLE,
  /** Like {@link #DURABLE}, but with a cluster of three servers, each in a separate process. */
  CLUSTER,
  /** The client calls procedures of a pipeline in its own process. */
  EMBEDDED,
  /**
   * The client exchanges messages with a minimal Netty server, which sends back messages of a fixed
   * length.
   */
  ECHO,
  /** Like {@link #ECHO}, but with one constant frame that was built before the run. */
  ECHO_CONSTANT,
  /** The client runs transactions on Redis under WATCH. */
  REDIS_WATCH,
  /** The client runs transactions as scripts on Redis. */
  REDIS_LUA;

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether the side needs a Yardmaster server. */
  boolean isYardmaster() {
    return this == SERVER || this == ONE_SHOT;
  }
}
