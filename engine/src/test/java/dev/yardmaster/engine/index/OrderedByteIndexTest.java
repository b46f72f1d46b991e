package dev.yardmaster.engine.index;

import java.nio.charset.StandardCharsets;

/**
 * Tests the ordered index with byte strings as keys. Many keys have the same first 8 bytes, or are
 * prefixes of other keys.
 */
final class OrderedByteIndexTest extends OrderedIndexContract {

  private static final String[] ENDS = {"", "\0", "\0\0\0\0", "\0x", "yz", "yz\u0000 and more"};

  @Override
  OrderedIndex newIndex() {
    return new OrderedIndex(true);
  }

  @Override
  long key(int name) {
    return ByteKeys.prefixOf(rest(name));
  }

  @Override
  byte[] rest(int name) {
    if (name == 0) {
      return new byte[0];
    }
    int number = 100_000 + name / ENDS.length;
    return (number + ENDS[name % ENDS.length]).getBytes(StandardCharsets.US_ASCII);
  }
}
