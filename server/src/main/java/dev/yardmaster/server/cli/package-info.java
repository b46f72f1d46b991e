/**
 * The commands that run a server and look at one, as picocli classes for the {@code yardmaster}
 * command. A command runs on the main thread; what it waits for is ended by a signal or by an
 * interrupt, and what goes wrong is an exception whose message says it in one line.
 */
package dev.yardmaster.server.cli;
