/**
 * The operators' part of the {@code yardmaster} command: {@link
 * dev.yardmaster.server.cli.RootCommand} with {@code serve}, {@code token}, {@code top}, {@code
 * inspect} and {@code check}; and the parts that other modules' commands share: one-line errors, a
 * status line, tables, files that are replaced as a whole, and ranges of options.
 *
 * <p>A command runs on the main thread. A signal or an interrupt ends its waiting, and an exception
 * whose message is one line reports its failure.
 */
package dev.yardmaster.server.cli;
