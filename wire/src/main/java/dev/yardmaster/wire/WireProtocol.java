package dev.yardmaster.wire;

/** The numbers of the protocol that both ends must know. */
public final class WireProtocol {

  /** The version that is spoken here. */
  public static final int VERSION = 1;

  /** Length of what precedes a frame: its length in bytes, most significant byte first. */
  public static final int LENGTH_BYTES = 4;

  /** Longest first frame of a connection, in bytes: before it is known who speaks. */
  public static final int MAX_HELLO_BYTES = 16 * 1024;

  /** Most characters of a client's or server's name. */
  public static final int MAX_NAME_LENGTH = 128;

  private WireProtocol() {}
}
