/**
 * The wire protocol between client and server. The package {@code schema} contains the messages of
 * {@code yardmaster.proto}. This package converts between these messages and the types of the
 * package {@code api}. Client and server use this package; {@link dev.yardmaster.wire.WireProtocol}
 * contains the constants that both must know.
 *
 * <p>All methods that read messages check them. An invalid message always causes a {@link
 * dev.yardmaster.api.YardmasterException}, and never another exception. All classes except the
 * frame reader and the frame writer are stateless, and any thread may use them.
 */
package dev.yardmaster.wire;
