/**
 * Classifies the failures of a database. After a failure, the transaction may be retried, or its
 * outcome is unknown, or neither is the case. The package consists of pure functions without
 * threads and state.
 */
@NullMarked
package dev.yardmaster.jdbc.failure;

import org.jspecify.annotations.NullMarked;
