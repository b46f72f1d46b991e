/**
 * The {@code yardmaster} command as operators have it: {@link
 * dev.yardmaster.server.cli.RootCommand} with {@code serve}, {@code token}, {@code top}, {@code
 * inspect} and {@code check}, and what commands elsewhere share with them: one-line errors, a
 * status line, tables, files that are replaced as a whole, ranges of options.
 *
 * <p>A command runs on the main thread; what it waits for is ended by a signal or by an interrupt,
 * and what goes wrong is an exception whose message says it in one line.
 */
package dev.yardmaster.server.cli;
