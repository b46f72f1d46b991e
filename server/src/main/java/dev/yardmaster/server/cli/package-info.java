/**
 * The operators' part of the {@code yardmaster} command. {@link
 * dev.yardmaster.server.cli.RootCommand} contains the commands {@code serve}, {@code token}, {@code
 * top}, {@code inspect} and {@code check}. The package also contains the parts that the commands of
 * other modules share: one-line errors, a status line, tables, files that are replaced as a whole,
 * and ranges of options. {@code remote} reaches a running server, and {@code top} shows its
 * figures.
 *
 * <p>A command runs on the main thread. A signal or an interrupt ends a command that waits. A
 * command reports its failure by an exception whose message is one line.
 */
package dev.yardmaster.server.cli;
