package dev.yardmaster.jdbc.sql;

import java.util.List;

/**
 * A condition that requires some columns of a table to have one of several combinations of values.
 * {@code id = ?} has one column with one combination; {@code (a, b) IN ((?, ?), (?, ?))} has two
 * columns with two combinations.
 *
 * @param columns the columns' names, folded by {@link SqlName}
 * @param alternatives the combinations, each with its values in the order of the columns; null for
 *     an unknown value
 */
record Condition(List<String> columns, List<ValueSource[]> alternatives) {}
