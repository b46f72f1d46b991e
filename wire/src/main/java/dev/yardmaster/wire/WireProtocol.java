package dev.yardmaster.wire;

/** The numbers of the protocol that both sides must know. */
public final class WireProtocol {

  /** The protocol version of this release. */
  public static final int VERSION = 1;

  /**
   * Length of the length field before a frame; it holds the frame's length in bytes, most
   * significant byte first.
   */
  public static final int LENGTH_BYTES = 4;

  /** Longest first frame of a connection, in bytes; it is read before the client is known. */
  public static final int MAX_HELLO_BYTES = 16 * 1024;

  /** Most characters of a client's or server's name. */
  public static final int MAX_NAME_LENGTH = 128;

  private WireProtocol() {}
}
