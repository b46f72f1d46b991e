/**
 * Typed tables of a service: tables with columns and secondary indexes, in addition to the untyped
 * keys and values.
 *
 * <p>A service's untyped keys and values are also rows of tables in a {@link
 * dev.yardmaster.engine.Database}. A typed table is another table of the same database. So a
 * transaction that uses both typed rows and untyped keys is one transaction of the engine. A {@link
 * dev.yardmaster.engine.service.typed.TypedProcedure} reads and writes typed rows while it runs;
 * they need no declaration.
 *
 * <p>A service with a data directory writes the definitions and the rows to its log and its
 * checkpoints, in the same format as {@link dev.yardmaster.engine.durable.TableLog}: a row is a
 * value under a key of its table, and a definition is a value under a reserved key, which precedes
 * all rows of its table. So a table name can be used either for a typed table or for untyped keys,
 * but not for both.
 *
 * <p>Only the worker that runs a procedure uses the procedure's rows.
 */
@NullMarked
package dev.yardmaster.engine.service.typed;

import org.jspecify.annotations.NullMarked;
