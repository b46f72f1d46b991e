/**
 * Tells what a failure of a database means for the transaction that met it: that it may be run
 * again, that it may have committed, or neither. Pure functions; no thread, no state.
 */
package dev.yardmaster.jdbc.failure;
