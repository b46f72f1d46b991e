package dev.yardmaster.api.table;

import dev.yardmaster.api.Key;

/**
 * A key of a {@link Table}, with its value. The id of a key with several parts is {@link
 * KeyTuple#of(Key)}.
 *
 * @param <V> the value's type
 */
public record TableEntry<V>(Key key, V value) {}
