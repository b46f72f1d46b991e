/**
 * Classifies the failures of a database. A failure allows a retry of its transaction, or leaves the
 * outcome of the transaction unknown, or does neither. The package consists of pure functions
 * without threads and state.
 */
@NullMarked
package dev.yardmaster.jdbc.failure;

import org.jspecify.annotations.NullMarked;
