/**
 * Conversations that clients of earlier releases had with their servers, and the tests that today's
 * server and today's client still understand them.
 */
package dev.yardmaster.server.compatibility;
