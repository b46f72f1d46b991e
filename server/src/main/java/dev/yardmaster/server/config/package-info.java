/**
 * The configuration of a server. {@link dev.yardmaster.server.config.ServerOptions} is the only
 * table of options; the settings that a file, the environment and the command line accept, the
 * ranges, the commented sample file and the guide's table follow from it.
 *
 * <p>All classes are immutable or used by one thread before the server starts.
 */
package dev.yardmaster.server.config;
