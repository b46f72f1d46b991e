/**
 * MOCC: Silo that locks hot records before the commit.
 *
 * <pre>
 *   word 0    header
 *   word 1    the record's temperature
 *   word 2..  a bit for each worker that has locked the record for reading
 * </pre>
 */
package dev.yardmaster.engine.protocol.mocc;
