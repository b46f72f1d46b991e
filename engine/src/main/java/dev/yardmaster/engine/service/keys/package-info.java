/**
 * Maps the keys of the API to the engine's tables. {@code KeyTables} finds the table of a key,
 * {@code KeyAccess} reads, scans and writes the tables within an engine transaction. {@code
 * StoredValue} is the layout of a stored value, and {@code TouchedKeys} has the reads and writes of
 * one run of a procedure. All threads share {@code KeyTables}; an instance of each other class is
 * used by one thread at a time.
 */
package dev.yardmaster.engine.service.keys;
