/**
 * Loads procedures from the user's jars. Only one thread uses the package, at the start of the
 * server and after its end.
 */
package dev.yardmaster.server.procedures;
