/**
 * The entries of a service in a table of HBase, for data that one machine's disk does not hold.
 *
 * <p>{@link dev.yardmaster.storage.hbase.HBaseTable} is a {@link
 * dev.yardmaster.storage.table.DiskTable}: a cell's timestamp is the commit version of its value,
 * so the highest version wins, and a repeated or late write does no harm. {@code RowFormat}
 * describes the rows and cells. A row of its own names the owner and has the table's state; {@code
 * Ownership} takes it and checks it. Other threads than the owner's only read, except that {@code
 * TableWatch} removes old deletions on its own thread.
 */
@NullMarked
package dev.yardmaster.storage.hbase;

import org.jspecify.annotations.NullMarked;
