/**
 * The values of options that are not numbers, texts or paths: an address, the text of a typed
 * table, and the choices among a few names. All classes are immutable.
 */
package dev.yardmaster.server.config.value;
