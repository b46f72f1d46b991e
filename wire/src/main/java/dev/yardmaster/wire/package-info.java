/**
 * What travels between client and server: the messages of {@code yardmaster.proto}, in {@code
 * schema}, and the way from the types of {@code api} to them and back. Both ends use it; {@link
 * dev.yardmaster.wire.WireProtocol} has the numbers that both must know.
 *
 * <p>Reading checks everything: what a message should not say is a {@link
 * dev.yardmaster.api.YardmasterException}, and nothing else is thrown. All classes are free of
 * state and may be used by any thread.
 */
package dev.yardmaster.wire;
