/**
 * Tables with typed values, and keys with several parts. A {@link dev.yardmaster.api.table.Table}
 * encodes the values of a table; a {@link dev.yardmaster.api.table.KeyTuple} is an id that sorts by
 * its parts. Both only create keys, scans and bytes for a {@link dev.yardmaster.api.Transaction} or
 * a {@link dev.yardmaster.api.Snapshot}, so they work with every service. The package owns no
 * thread and has no mutable state.
 */
@NullMarked
package dev.yardmaster.api.table;

import org.jspecify.annotations.NullMarked;
