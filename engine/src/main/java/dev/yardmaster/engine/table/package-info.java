/**
 * Tables: records in slabs of longs, the rows in them, and how they are found. A {@link
 * dev.yardmaster.engine.table.Records} knows nothing of what the words in front of a row mean; a
 * protocol says how many there are, so those that need few pay for few.
 */
package dev.yardmaster.engine.table;
