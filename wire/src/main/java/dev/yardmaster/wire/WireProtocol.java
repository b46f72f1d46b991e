package dev.yardmaster.wire;

/** The constants of the protocol that both client and server must know. */
public final class WireProtocol {

  /** The protocol version of this release. */
  public static final int VERSION = 1;

  /**
   * The length of a frame's prefix, in bytes. The prefix contains the length of the frame in bytes,
   * most significant byte first.
   */
  public static final int LENGTH_BYTES = 4;

  /**
   * The maximum length of the first frame of a connection, in bytes. The server reads this frame
   * before it knows the client's identity.
   */
  public static final int MAX_HELLO_BYTES = 16 * 1024;

  /** The maximum number of characters of a client's or server's name. */
  public static final int MAX_NAME_LENGTH = 128;

  private WireProtocol() {}
}
