package dev.yardmaster.server.config.value;

/** The rules for certificates of clients. */
public enum ClientAuth {
  /** The server requests no certificate. */
  NONE,
  /** The client may send a certificate, which must be valid. */
  OPTIONAL,
  /** The client must send a valid certificate. */
  REQUIRED
}
