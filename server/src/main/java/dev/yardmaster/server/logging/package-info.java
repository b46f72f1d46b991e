/**
 * How the server writes its log: lines for people, or objects of JSON, with the key-value pairs of
 * SLF4J as fields. Set up once, by the {@code serve} command; an embedded server logs as the
 * application that embeds it does.
 */
package dev.yardmaster.server.logging;
