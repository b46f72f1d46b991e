package dev.yardmaster.api.outcome;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A procedure's run on the keys that it declares. */
final class DeclaredTransaction extends BufferedTransaction {

  private final StoredKeys source;
  private final RegisteredProcedure registered;
  private final int maxKeys;
  private final Set<Key> readSet = new HashSet<>();
  private final Set<Key> writeSet = new HashSet<>();
  private final Set<Scan> scans = new HashSet<>();

  /** Those of the rounds that have ended, which may be asked for. */
  private final Set<Scan> found = new HashSet<>();

  private final Map<Key, byte[]> written = new HashMap<>();

  DeclaredTransaction(
      StoredKeys source, RegisteredProcedure registered, int maxKeys, int maxValueBytes) {
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
      Declaration declaration = new Declaration();
      registered.procedure().declare(argument, declaration);
      found.addAll(scans);
      int before = -1;
      while (registered.hasRounds() && readSet.size() + scans.size() > before) {
        before = readSet.size() + scans.size();
        registered.procedure().declareNext(argument, this, declaration);
        found.addAll(scans);
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

  /** Takes what the procedure declares. */
  private final class Declaration implements KeyDeclaration {

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

    @Override
    public void scan(Scan scan) {
      if (scans.add(scan)) {
        StoredKeys.checkCount(scans.size());
      }
    }
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
    return source.value(key);
  }

  @Override
  protected ScannedEntries scanned(Scan scan) {
    if (!found.contains(scan)) {
      throw new YardmasterException(
          ErrorCode.UNDECLARED_KEY, "a procedure scans only what it declared", "scan", scan);
    }
    return source.find(scan);
  }

  @Override
  protected Map<Key, byte[]> written() {
    return written;
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
