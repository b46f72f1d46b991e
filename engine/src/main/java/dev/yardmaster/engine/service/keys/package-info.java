/**
 * The keys of the API over the engine's tables. {@code KeyTables} finds the table of a key, {@code
 * KeyAccess} reads, scans and writes there within an engine transaction, {@code StoredValue} is the
 * layout of a stored value, and {@code TouchedKeys} has the reads and writes of one run. One thread
 * at a time uses each of them, except {@code KeyTables}, which all threads share.
 */
package dev.yardmaster.engine.service.keys;
