package dev.yardmaster.benchmarks.echo;

/**
 * The two kinds of echo: each request is a new message, or all requests are the same constant
 * message.
 */
public enum EchoKind {
  /**
   * The client makes a new message for each request, and the server makes each answer from the
   * received bytes, as any service must.
   */
  MESSAGES,
  /**
   * Client and server each make one frame before the run. Client and server send this frame again
   * and again, whatever bytes they receive. The echo then measures only the work of Netty and of
   * the kernel.
   */
  CONSTANT
}
