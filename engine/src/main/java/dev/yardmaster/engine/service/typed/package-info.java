/**
 * Typed tables of a service: tables with columns and secondary indexes, beside the keys and values.
 *
 * <p>A service's keys and values are themselves rows of tables in a {@link
 * dev.yardmaster.engine.Database}. A typed table is a further table of the same database, so a
 * transaction that uses both is one transaction of the engine. A {@link
 * dev.yardmaster.engine.service.typed.TypedProcedure} reads and writes the rows while it runs; they
 * need no declaration.
 *
 * <p>A service with a data directory keeps the definitions and the rows in its log and its
 * checkpoints, in the form of {@link dev.yardmaster.engine.durable.TableLog}: a row is a value
 * under the key of its table, and a definition is a value under a reserved key that comes before
 * all rows of its table. So a name is either that of a typed table or that of keys and values,
 * never both.
 *
 * <p>Only the worker that runs a procedure uses the procedure's rows.
 */
@NullMarked
package dev.yardmaster.engine.service.typed;

import org.jspecify.annotations.NullMarked;
