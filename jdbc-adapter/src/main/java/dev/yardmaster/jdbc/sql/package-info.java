/**
 * Derives, from the texts of SQL statements and the values of their parameters, the rows that the
 * statements will read and write.
 *
 * <p>The hot path is {@link dev.yardmaster.jdbc.sql.StatementTemplates#of} for a known text,
 * followed by {@link dev.yardmaster.jdbc.sql.StatementTemplate#rows}. The hot path consists of a
 * lookup without a lock, and one keyed hash for each row. A text is parsed when it first occurs.
 * The derived rows are only a prediction. A missed or superfluous row costs only time, and a text
 * that is not understood has no rows. The package owns no thread.
 */
package dev.yardmaster.jdbc.sql;
