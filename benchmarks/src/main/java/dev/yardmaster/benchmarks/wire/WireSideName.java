package dev.yardmaster.benchmarks.wire;

import java.util.Locale;

/** The sides that can be named on a command line. */
public enum WireSideName {
  /** A ServerLauncher server, procedures through the SDK. */
  SERVER,
  /** The same, with what can be stated as data stated so. */
  ONE_SHOT,
  /** The bare echo. */
  ECHO,
  /** An echo that makes no messages. */
  ECHO_CONSTANT,
  /** Redis under WATCH. */
  REDIS_WATCH,
  /** Redis with scripts. */
  REDIS_LUA;

  /** The name used on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it needs a ServerLauncher server. */
  boolean isYardmaster() {
    return this == SERVER || this == ONE_SHOT;
  }
}
