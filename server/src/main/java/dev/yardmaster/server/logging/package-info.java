/**
 * The server's log. The lines of the log are text for human readers, or JSON objects with the
 * key-value pairs of SLF4J as fields. The {@code serve} command sets the log up once. An embedded
 * server uses the logging of its application.
 */
package dev.yardmaster.server.logging;
