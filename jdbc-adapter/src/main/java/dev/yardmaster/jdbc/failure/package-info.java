/**
 * Classifies the failures of a database: the transaction may be retried, it may have committed, or
 * neither. Pure functions without threads and state.
 */
package dev.yardmaster.jdbc.failure;
