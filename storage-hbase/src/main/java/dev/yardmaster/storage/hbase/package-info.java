/**
 * The entries of a service in a table in HBase, for data that does not fit on the disk of one
 * machine.
 *
 * <p>{@link dev.yardmaster.storage.hbase.HBaseTable} is a {@link
 * dev.yardmaster.storage.table.DiskTable}: a cell's timestamp is the commit version of its value,
 * so the highest version wins, and a repeated or late write does no harm. {@code RowFormat}
 * describes the rows and cells. A separate row contains the owner and the table's state; {@code
 * Ownership} writes and checks this row. Only one thread writes to the table, except that {@code
 * TableWatch} removes old tombstones on its own thread.
 */
@NullMarked
package dev.yardmaster.storage.hbase;

import org.jspecify.annotations.NullMarked;
