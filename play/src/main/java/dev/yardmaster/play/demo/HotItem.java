package dev.yardmaster.play.demo;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/**
 * The transactions on one hot key, which is the stock of an item. A sale reads and writes the
 * stock. A visit reads the stock, and writes the stock that it read into the visitor's own record.
 */
final class HotItem {

  /** The hot key. */
  static final Key STOCK = Key.of("item", "lamp");

  /**
   * A sale, which subtracts 1 from the stock. The argument is the buyer, and the result is the new
   * stock.
   */
  static final Procedure<Long, Long> SALE =
      new Procedure<>() {
        @Override
        public String name() {
          return "demo.sale";
        }

        @Override
        public void declare(Long buyer, KeyDeclaration keys) {
          keys.update(STOCK);
        }

        @Override
        public Long execute(Long buyer, Transaction transaction) {
          long left = transaction.getLong(STOCK) - 1;
          transaction.putLong(STOCK, left);
          return left;
        }
      };

  /** A visit, which reads the stock. The argument is the visitor, and the result is the stock. */
  static final Procedure<Long, Long> VISIT =
      new Procedure<>() {
        @Override
        public String name() {
          return "demo.visit";
        }

        @Override
        public void declare(Long visitor, KeyDeclaration keys) {
          keys.read(STOCK);
          keys.write(visits(visitor));
        }

        @Override
        public Long execute(Long visitor, Transaction transaction) {
          long seen = transaction.getLong(STOCK);
          transaction.putLong(visits(visitor), seen);
          return seen;
        }
      };

  private HotItem() {}

  private static Key visits(long visitor) {
    return Key.of("visitor", visitor);
  }
}
