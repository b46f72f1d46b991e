/**
 * Maps the keys of the API to the engine's tables. {@code KeyTables} finds the table of a key, and
 * {@code KeyAccess} reads, scans and writes the tables within an engine transaction. {@code
 * StoredValue} is the layout of a stored value, and {@code TouchedKeys} contains the reads and
 * writes of one run of a procedure. All threads share {@code KeyTables}. One thread at a time uses
 * an instance of the other classes.
 */
package dev.yardmaster.engine.service.keys;
