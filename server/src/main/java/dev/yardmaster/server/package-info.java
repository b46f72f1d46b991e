/**
 * The Yardmaster server.
 *
 * <p>{@link dev.yardmaster.server.YardmasterServer} puts it together: {@code threads} says who runs
 * connections and pipeline, {@code connection} is what the server does with one client, {@code
 * security} says who a client is, {@code config} what can be set, {@code procedures} where
 * procedures of one's own come from; {@code live} and {@code admin} are what operators look at, and
 * {@code cli} has the commands.
 *
 * <p>The hot path is a frame's: {@code ServerConnection.channelRead} to the pipeline, and back
 * through the {@code Outbox}.
 */
package dev.yardmaster.server;
