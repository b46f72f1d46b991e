/**
 * Tells from the texts of SQL statements, and from the values bound to them, which rows they will
 * read and write.
 *
 * <p>The hot path is {@link dev.yardmaster.jdbc.sql.StatementTemplates#of} of a known text and
 * {@link dev.yardmaster.jdbc.sql.StatementTemplate#rows}: a lookup without a lock, and one keyed
 * hash a row. A text is parsed when it is first met. What is told is a guess: a row that is missed
 * or told in vain costs time and nothing else, and whatever is not understood tells no row. The
 * package owns no thread.
 */
package dev.yardmaster.jdbc.sql;
