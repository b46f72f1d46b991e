/** Writes the entries of a backup to a running service, through the client. */
package dev.yardmaster.server.load;
