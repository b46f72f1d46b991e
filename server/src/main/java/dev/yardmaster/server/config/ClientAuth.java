package dev.yardmaster.server.config;

/** Whether a client shows a certificate of its own. */
public enum ClientAuth {
  /** It is not asked for one. */
  NONE,
  /** It may, and one that it shows must be good. */
  OPTIONAL,
  /** Without one there is no connection. */
  REQUIRED
}
