package dev.yardmaster.engine.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

/** Tests the ordered index with numbers as keys. */
final class OrderedIndexTest extends OrderedIndexContract {

  @Override
  OrderedIndex newIndex() {
    return new OrderedIndex(false);
  }

  @Override
  long key(int name) {
    return name == 0 ? Long.MIN_VALUE : (name - 500) * 3L;
  }

  @Override
  byte[] rest(int name) {
    return null;
  }

  @Test
  void theHighestNumberIsAKey() {
    OrderedIndex index = newIndex();
    for (int i = 0; i < 300; i++) {
      long key = Long.MAX_VALUE - i;
      assertEquals(i, index.insert(key, null, i, (record, stamp) -> {}, new NodeChange()));
    }
    IndexPage page = new IndexPage();
    index.page(Long.MAX_VALUE, null, 0, OrderedIndex.UNBOUNDED, page);
    assertEquals(1, page.count());
    assertEquals(0, page.record(0));
    assertFalse(page.goesOn());
    index.pageBackward(Long.MAX_VALUE - 1, null, 0, OrderedIndex.UNBOUNDED, page);
    assertEquals(2, page.count());
    assertEquals(0, page.record(0));
    index.page(Long.MAX_VALUE - 1, null, Long.MAX_VALUE, null, page);
    assertEquals(1, page.count());
    assertEquals(1, page.record(0));
  }
}
