/**
 * The access of commands to a running server. {@link dev.yardmaster.server.cli.remote.AdminAddress}
 * and {@link dev.yardmaster.server.cli.remote.ServiceAddress} are the options that name the server,
 * for operators and for clients. The thread of the command uses all objects.
 */
package dev.yardmaster.server.cli.remote;
