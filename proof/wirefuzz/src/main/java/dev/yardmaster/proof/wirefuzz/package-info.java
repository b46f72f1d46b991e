/**
 * Sends bytes that no correct client sends to a server's connections, and checks the server's
 * reactions.
 *
 * <p>{@code ClientScript} draws messages that a client may send, {@code FrameMutation} corrupts
 * them, and {@code FuzzInput} cuts the bytes into segments. {@code Expectation} reads the same
 * bytes by the protocol's rules and derives the messages that a server must send. {@link
 * dev.yardmaster.proof.wirefuzz.WireFuzz} feeds the bytes to a {@code SteppedServer}. The stepped
 * server runs the connection code and a pipeline on one thread, without sockets and with its own
 * clock, so an input always has the same effect. {@link dev.yardmaster.proof.wirefuzz.SocketFuzz}
 * sends the bytes over loopback to a server with threads, and {@link
 * dev.yardmaster.proof.wirefuzz.ClientFuzz} connects clients to a {@code LyingServer}.
 */
package dev.yardmaster.proof.wirefuzz;
