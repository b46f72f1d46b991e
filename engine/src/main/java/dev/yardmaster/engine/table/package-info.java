/**
 * Tables: records in slabs of longs, the rows of the records, and the indexes that map keys to
 * records. {@link dev.yardmaster.engine.table.Records} does not interpret the words in front of a
 * row. The protocol determines the number of these words. So a protocol that needs few words uses
 * little memory.
 */
@NullMarked
package dev.yardmaster.engine.table;

import org.jspecify.annotations.NullMarked;
