/**
 * Feeds a server's connections with what no honest client sends, and looks at what they make of it.
 *
 * <p>{@code ClientScript} draws what a client may send, {@code FrameMutation} spoils it, and {@code
 * FuzzInput} cuts it up. {@code Expectation} reads the same bytes by the protocol's rules and says
 * what a server owes for them. {@link dev.yardmaster.proof.wirefuzz.WireFuzz} feeds them to a
 * {@code SteppedServer}: a server's connection code and a pipeline on one thread, without sockets
 * and with a clock of its own, so that an input always ends the same way. {@link
 * dev.yardmaster.proof.wirefuzz.SocketFuzz} sends them over loopback to a server with threads, and
 * {@link dev.yardmaster.proof.wirefuzz.ClientFuzz} lets clients talk to a {@code LyingServer}.
 */
package dev.yardmaster.proof.wirefuzz;
