/**
 * Classifies the failures of a database. A failure can mean that the transaction may be retried,
 * that the transaction may have committed, or neither. The package consists of pure functions
 * without threads and state.
 */
@NullMarked
package dev.yardmaster.jdbc.failure;

import org.jspecify.annotations.NullMarked;
