/**
 * Loads procedures from the user's jars. One thread uses the package, when the server starts and
 * after the server has ended.
 */
package dev.yardmaster.server.procedures;
