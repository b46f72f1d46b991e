package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.ValueCodec;

/** One of the bank's six transactions, whose arguments and results travel as plain numbers. */
abstract sealed class BankProcedure<A> implements Procedure<A, Receipt>
    permits Amalgamate, Balance, DepositChecking, SendPayment, TransactSavings, WriteCheck {

  /** A receipt as two numbers of 8 bytes: change, balance. */
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
