/**
 * The command {@code top}, which shows the figures of a running server in a terminal. {@link
 * dev.yardmaster.server.cli.top.TopCommand} asks the server once a second, and {@code TopScreen}
 * draws the figures. The thread of the command uses all objects.
 */
package dev.yardmaster.server.cli.top;
