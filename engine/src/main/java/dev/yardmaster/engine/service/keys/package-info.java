/**
 * The api's keys over the engine's tables: {@code KeyTables} finds the table of a key, {@code
 * KeyAccess} reads, scans and writes there within a transaction of the engine's, {@code
 * StoredValue} is what lies in a row, and {@code TouchedKeys} has what one run of logic has read
 * and writes. Each is used by one thread at a time but {@code KeyTables}, which all share.
 */
package dev.yardmaster.engine.service.keys;
