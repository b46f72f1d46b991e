package dev.yardmaster.benchmarks.echo;

/** The choice between a new message for each request and one constant message. */
public enum EchoKind {
  /**
   * The client makes a new message each time, and the server makes an answer from the received
   * bytes, as any service must.
   */
  MESSAGES,
  /**
   * Client and server make one frame before the run and send it again and again, whatever bytes
   * they receive. The measured work is then only the work of Netty and of the kernel.
   */
  CONSTANT
}
