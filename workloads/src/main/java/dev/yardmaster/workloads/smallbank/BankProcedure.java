package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;

/** One of the bank's six transactions. Arguments and results are encoded as plain numbers. */
abstract sealed class BankProcedure<A> implements Procedure<A, Receipt>
    permits Amalgamate, Balance, DepositChecking, SendPayment, TransactSavings, WriteCheck {

  /** Encodes a receipt as two numbers of 8 bytes: the change and the balance. */
  private static final ValueCodec<Receipt> CODEC =
      new FixedLength<>(
          2 * Long.BYTES,
          (receipt, to) -> to.putLong(receipt.changeCents()).putLong(receipt.balanceCents()),
          from -> new Receipt(from.getLong(), from.getLong()));

  @Override
  public final ValueCodec<Receipt> resultCodec() {
    return CODEC;
  }
}
