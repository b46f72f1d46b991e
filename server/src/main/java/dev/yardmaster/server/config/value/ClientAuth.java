package dev.yardmaster.server.config.value;

/** Whether clients authenticate by a certificate. */
public enum ClientAuth {
  /** The server requests no certificate. */
  NONE,
  /** The client may send a certificate, which must be valid. */
  OPTIONAL,
  /** The client must send a valid certificate. */
  REQUIRED
}
