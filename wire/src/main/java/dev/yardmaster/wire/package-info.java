/**
 * The protocol between client and server: the messages of {@code yardmaster.proto}, in {@code
 * schema}, and the conversion between them and the types of {@code api}. Both sides use it; {@link
 * dev.yardmaster.wire.WireProtocol} has the numbers that both must know.
 *
 * <p>Reading checks everything: invalid messages cause a {@link
 * dev.yardmaster.api.YardmasterException}, and no other exception is thrown. All classes but the
 * frame reader and writer are stateless and may be used by any thread.
 */
package dev.yardmaster.wire;
