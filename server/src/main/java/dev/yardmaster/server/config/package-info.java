/**
 * Everything that a server is started with. {@link dev.yardmaster.server.config.ServerOptions} is
 * the one table of options, and all else follows from it: what a file, the environment and the
 * command line may say, the ranges, the documented sample file and the guide's table.
 *
 * <p>Everything here is immutable or used by one thread, before the server starts.
 */
package dev.yardmaster.server.config;
