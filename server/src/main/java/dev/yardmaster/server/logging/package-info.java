/**
 * The server's log: lines of text for people, or JSON objects, with the key-value pairs of SLF4J as
 * fields. The {@code serve} command sets it up once; an embedded server logs as its application
 * does.
 */
package dev.yardmaster.server.logging;
