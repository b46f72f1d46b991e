package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.logic.Values;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A procedure's run on the keys that it declares. */
final class DeclaredTransaction extends BufferedTransaction implements KeyDeclaration {

  private final Function<Key, byte[]> source;
  private final RegisteredProcedure registered;
  private final int maxKeys;
  private final Set<Key> readSet = new HashSet<>();
  private final Set<Key> writeSet = new HashSet<>();
  private final Map<Key, byte[]> written = new HashMap<>();

  DeclaredTransaction(
      Function<Key, byte[]> source,
      RegisteredProcedure registered,
      int maxKeys,
      int maxValueBytes) {
    super(maxValueBytes);
    this.source = source;
    this.registered = registered;
    this.maxKeys = maxKeys;
  }

  /** Runs the procedure, and hands its writes over. */
  Object run(Object argument, Map<Key, byte[]> writes) throws Throwable {
    Object result = null;
    Throwable thrown = null;
    try {
      registered.procedure().declare(argument, this);
      int before = -1;
      while (registered.hasRounds() && readSet.size() > before) {
        before = readSet.size();
        registered.procedure().declareNext(argument, this, this);
      }
      result = registered.procedure().execute(argument, this);
    } catch (Throwable caught) {
      thrown = caught;
    }
    end();
    Throwable failure = failure(thrown);
    if (failure != null) {
      throw failure;
    }
    writes.putAll(written);
    return result;
  }

  @Override
  public void read(Key key) {
    declare(readSet, "reads", key);
  }

  @Override
  public void write(Key key) {
    declare(writeSet, "writes", key);
  }

  @Override
  public void update(Key key) {
    read(key);
    write(key);
  }

  private void declare(Set<Key> keys, String what, Key key) {
    if (keys.add(Values.check(key)) && keys.size() > maxKeys) {
      throw new YardmasterException(
          ErrorCode.TOO_MANY_KEYS,
          "a transaction has at most " + maxKeys + " " + what,
          what,
          keys.size());
    }
  }

  @Override
  protected byte[] current(Key key) {
    if (written.containsKey(key)) {
      return written.get(key);
    }
    requireDeclared(readSet, key);
    return source.apply(key);
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    requireDeclared(writeSet, key);
    written.put(key, value);
  }

  private static void requireDeclared(Set<Key> keys, Key key) {
    if (!keys.contains(key)) {
      throw new YardmasterException(
          ErrorCode.UNDECLARED_KEY,
          "a procedure touches only the keys that it declared",
          "key",
          key);
    }
  }
}
