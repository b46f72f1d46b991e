/**
 * The Yardmaster server.
 *
 * <p>{@link dev.yardmaster.server.YardmasterServer} assembles the server. Its packages are:
 *
 * <ul>
 *   <li>{@code threads} decides which threads run the connections and the pipeline.
 *   <li>{@code backend} contains the pipeline and the engine as back ends.
 *   <li>{@code connection} serves one client.
 *   <li>{@code leases} orders the transactions of several processes in front of another database.
 *   <li>{@code security} identifies clients.
 *   <li>{@code config} defines the options.
 *   <li>{@code procedures} loads the user's procedures.
 *   <li>{@code live} and {@code admin} serve operators.
 *   <li>{@code cli} contains the commands.
 * </ul>
 *
 * <p>The hot path is the path of a frame from {@code ServerConnection.channelRead} to the back end,
 * and of the answer back through the {@code Outbox}.
 */
package dev.yardmaster.server;
