package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Key;
import java.util.HashMap;
import java.util.Map;

/**
 * Maps keys to 64-bit fingerprints. The function is SipHash-1-3 (Aumasson and Bernstein, 2012) with
 * a secret, so that no client can choose keys that collide. One thread uses an instance.
 */
public class Fingerprints {

  private static final int REMEMBERED_TABLES = 1024;

  private final long secret0;
  private final long secret1;
  private final Map<String, Long> tables = new HashMap<>();
  private String lastTable = "";
  private long lastTableHash;

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  /** Creates a function with a 128-bit secret. */
  public Fingerprints(long secret0, long secret1) {
    this.secret0 = secret0;
    this.secret1 = secret1;
  }

  /** Returns the fingerprint of a key. */
  public long of(Key key) {
    begin();
    absorb(hashOfTable(key.table()) + key.kind().ordinal());
    if (key.kind() == Key.Kind.NUMBER) {
      absorb(key.number());
    } else {
      absorbId(key);
    }
    return finish();
  }

  private void absorbId(Key key) {
    int length = key.idLength();
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (key.idByte(i) & 0xFFL) << (8 * (i & 7));
      if ((i & 7) == 7) {
        absorb(word);
        word = 0;
      }
    }
    absorb(word | (long) length << 56);
  }

  @SuppressWarnings(
      "ReferenceEquality") // If the references are equal, the names need not be compared.
  private long hashOfTable(String table) {
    if (table == lastTable) {
      return lastTableHash;
    }
    Long known = tables.get(table);
    long hash = known != null ? known : rememberTable(table);
    lastTable = table;
    lastTableHash = hash;
    return hash;
  }

  private long rememberTable(String table) {
    if (tables.size() == REMEMBERED_TABLES) {
      tables.clear();
    }
    long outer0 = v0;
    long outer1 = v1;
    long outer2 = v2;
    long outer3 = v3;
    begin();
    for (int i = 0; i < table.length(); i++) {
      absorb(table.charAt(i));
    }
    long hash = finish();
    v0 = outer0;
    v1 = outer1;
    v2 = outer2;
    v3 = outer3;
    tables.put(table, hash);
    return hash;
  }

  private void begin() {
    v0 = secret0 ^ 0x736f6d6570736575L;
    v1 = secret1 ^ 0x646f72616e646f6dL;
    v2 = secret0 ^ 0x6c7967656e657261L;
    v3 = secret1 ^ 0x7465646279746573L;
  }

  private void absorb(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  private long finish() {
    v2 ^= 0xFF;
    round();
    round();
    round();
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void round() {
    v0 += v1;
    v2 += v3;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 = Long.rotateLeft(v2, 32);
  }
}
