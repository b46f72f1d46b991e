/**
 * The configuration of a server. {@link dev.yardmaster.server.config.ServerOptions} is the only
 * table of options; {@code LimitOptions} and {@code PipelineOptions} are parts of it. The names
 * that the configuration file, the environment and the command line accept are derived from this
 * table, and so are the ranges, the commented sample file and the guide's table.
 *
 * <p>Each class is immutable, or is used by only one thread before the server starts.
 */
package dev.yardmaster.server.config;
