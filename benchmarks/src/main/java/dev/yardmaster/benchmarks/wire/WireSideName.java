package dev.yardmaster.benchmarks.wire;

import java.util.Locale;

/** The sides that the command line names. */
public enum WireSideName {
  /** A Yardmaster server, procedures through the SDK. */
  SERVER,
  /** As {@link #SERVER}, with transactions stated as data where that is possible. */
  ONE_SHOT,
  /** The bare echo. */
  ECHO,
  /** The echo with one frame that is built before the run. */
  ECHO_CONSTANT,
  /** Redis under WATCH. */
  REDIS_WATCH,
  /** Redis with scripts. */
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
