/**
 * Feeds a server's connections with bytes that no honest client sends, and checks the reactions.
 *
 * <p>{@code ClientScript} draws what a client may send, {@code FrameMutation} corrupts it, and
 * {@code FuzzInput} cuts it into segments. {@code Expectation} reads the same bytes by the
 * protocol's rules and derives what a server must send. {@link
 * dev.yardmaster.proof.wirefuzz.WireFuzz} feeds the bytes to a {@code SteppedServer}: a server's
 * connection code and a pipeline on one thread, without sockets and with its own clock, so that an
 * input always has the same effect. {@link dev.yardmaster.proof.wirefuzz.SocketFuzz} sends them
 * over loopback to a server with threads, and {@link dev.yardmaster.proof.wirefuzz.ClientFuzz}
 * connects clients to a {@code LyingServer}.
 */
package dev.yardmaster.proof.wirefuzz;
