package dev.yardmaster.server.backend;

import java.util.Optional;

/**
 * The leadership of a cluster, as one of its servers knows it.
 *
 * @param term the highest term that the server has seen
 * @param leads whether this server leads in this term and accepts transactions
 * @param leader the name of the member that leads, if it is known
 * @param address the address of the leader for clients, {@code HOST:PORT}; empty if it is unknown
 */
public record Leadership(long term, boolean leads, Optional<String> leader, String address) {}
