/**
 * The entries of a service on disk, or in a database on other machines, for data that does not fit
 * into memory.
 *
 * <p>A {@link dev.yardmaster.storage.table.DiskTable} contains the entries of all shards in key
 * order. A {@link dev.yardmaster.storage.table.RocksTable} keeps them in RocksDB; a {@link
 * dev.yardmaster.storage.table.TableProvider} of another module opens tables elsewhere. {@code
 * KeyFormat} and {@code EntryFormat} describe the layouts; {@code RocksSettings} contains the
 * options of RocksDB, with the reasons; {@code RocksDatabase} calls the native library.
 */
package dev.yardmaster.storage.table;
