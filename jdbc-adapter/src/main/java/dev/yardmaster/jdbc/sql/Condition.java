package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * A condition that some columns of a table have one of several combinations of values: {@code id =
 * ?} is one column with one combination, {@code (a, b) IN ((?, ?), (?, ?))} two columns with two.
 *
 * @param columns the columns' folded names
 * @param alternatives the values, each in the order of the columns; null for an unknown value
 */
record Condition(List<String> columns, List<ValueSource[]> alternatives) {}
