package dev.yardmaster.benchmarks.echo;

/** What a message of the echo is. */
public enum EchoKind {
  /**
   * A message of its own: the client makes each, and the server makes an answer of what it was
   * sent, as any service must.
   */
  MESSAGES,
  /**
   * One frame that was made before the run and is sent again and again, whatever came: all that is
   * left is Netty's own work and the kernel's.
   */
  CONSTANT
}
