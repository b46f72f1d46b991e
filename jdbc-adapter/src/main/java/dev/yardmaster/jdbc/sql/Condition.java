package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * That some columns of a table have one of some combinations of values: {@code id = ?} is one
 * column with one, {@code (a, b) IN ((?, ?), (?, ?))} two columns with two.
 *
 * @param columns the columns' folded names
 * @param alternatives the values, each in the order of the columns; null where a value is not known
 */
record Condition(List<String> columns, List<ValueSource[]> alternatives) {}
