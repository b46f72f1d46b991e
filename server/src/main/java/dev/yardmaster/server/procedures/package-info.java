/**
 * Procedures from the user's jars. Used by one thread, when the server starts and after it has
 * ended.
 */
package dev.yardmaster.server.procedures;
