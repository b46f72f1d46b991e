/**
 * Mostly-optimistic concurrency control (MOCC): Silo, but hot records are locked at the access. The
 * words in front of a record are:
 *
 * <pre>
 *   word 0    header
 *   word 1    the record's temperature
 *   word 2..  a bit for each worker that has locked the record for reading
 * </pre>
 */
package dev.yardmaster.engine.protocol.mocc;
