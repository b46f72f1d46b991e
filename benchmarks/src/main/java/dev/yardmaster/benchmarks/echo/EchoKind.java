package dev.yardmaster.benchmarks.echo;

/** The content of the echo's messages. */
public enum EchoKind {
  /**
   * A new message each time: the client makes each message, and the server makes an answer from the
   * bytes that it received, as any service must.
   */
  MESSAGES,
  /**
   * One frame, made before the run and sent again and again, whatever is received: what remains is
   * the work of Netty and of the kernel.
   */
  CONSTANT
}
