package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;
import java.nio.ByteBuffer;

/** One of the bank's six transactions: what they return can be kept under a transaction's id. */
abstract sealed class BankProcedure<A> implements Procedure<A, Receipt>
    permits Amalgamate, Balance, DepositChecking, SendPayment, TransactSavings, WriteCheck {

  /** A receipt as two numbers of 8 bytes: change, balance. */
  private static final ValueCodec<Receipt> CODEC =
      new ValueCodec<>() {
        @Override
        public byte[] encode(Receipt receipt) {
          return ByteBuffer.allocate(2 * Long.BYTES)
              .putLong(receipt.changeCents())
              .putLong(receipt.balanceCents())
              .array();
        }

        @Override
        public Receipt decode(byte[] bytes) {
          ByteBuffer from = ByteBuffer.wrap(bytes);
          return new Receipt(from.getLong(), from.getLong());
        }
      };

  @Override
  public final ValueCodec<Receipt> resultCodec() {
    return CODEC;
  }
}
