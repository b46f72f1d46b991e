/**
 * Tables: records in slabs of longs, the rows in them, and the indexes that find them. {@link
 * dev.yardmaster.engine.table.Records} does not interpret the words in front of a row; the protocol
 * sets their number, so that a protocol that needs few words pays for few.
 */
package dev.yardmaster.engine.table;
