/**
 * The Yardmaster server.
 *
 * <p>{@link dev.yardmaster.server.YardmasterServer} assembles the server. {@code threads} decides
 * which threads run the connections and the pipeline; {@code backend} has the pipeline and the
 * engine as back ends; {@code connection} serves one client; {@code leases} orders the transactions
 * of several processes in front of another database; {@code security} identifies clients; {@code
 * config} defines the options; {@code procedures} loads the user's procedures; {@code live} and
 * {@code admin} serve operators; {@code cli} has the commands.
 *
 * <p>The hot path is the path of a frame from {@code ServerConnection.channelRead} to the back end,
 * and of the answer back through the {@code Outbox}.
 */
package dev.yardmaster.server;
