/**
 * The commands of the server, as picocli classes for the {@code yardmaster} command. A command runs
 * on the main thread; what it waits for is ended by a signal or by an interrupt.
 */
package dev.yardmaster.server.cli;
