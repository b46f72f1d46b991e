package dev.yardmaster.jdbc.durability;

/**
 * The identity of a database session.
 *
 * @param server differs for any two servers, and for two starts of one server
 * @param session differs for any two sessions that are open at the same time
 */
public record SessionId(String server, String session) {}
