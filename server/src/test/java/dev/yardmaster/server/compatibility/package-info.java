/**
 * Conversations that clients of earlier releases had with their servers, and the tests that the
 * current server and the current client still understand them.
 */
package dev.yardmaster.server.compatibility;
