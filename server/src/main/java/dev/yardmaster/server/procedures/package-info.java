/**
 * Procedures that come in jars of the user's own. Used by one thread, when the server starts and
 * when it has ended.
 */
package dev.yardmaster.server.procedures;
