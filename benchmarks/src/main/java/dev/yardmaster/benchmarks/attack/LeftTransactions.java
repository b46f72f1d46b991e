package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.workloads.smallbank.Account;
import java.io.IOException;

/** Opens interactive transactions that read popular accounts, and leaves them open. */
final class LeftTransactions implements PacedAttack.Lane {

  private static final int CONNECTIONS = 8;
  private static final int TRANSACTIONS = 64;
  private static final int DAY_MS = 86_400_000;

  private final AttackTarget target;
  private final Slots slots = new Slots(CONNECTIONS);
  private final ClientFrame steps;

  LeftTransactions(AttackTarget target) {
    this.target = target;
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 1; i <= TRANSACTIONS; i++) {
      frame.addRequests(
          Request.newBuilder()
              .setRequestId(i)
              .setStep(
                  Step.newBuilder()
                      .setTransaction(i)
                      .setRead(Read.newBuilder().addKeys(KeyMessages.of(Account.checking(i))))
                      .setOptions(Options.newBuilder().setTimeoutMs(DAY_MS))));
    }
    steps = frame.build();
  }

  @Override
  public void act() throws IOException {
    slots.makeRoom();
    slots.add(AttackConnection.greeted(target, 0)).send(steps);
  }

  @Override
  public int openingActs() {
    return CONNECTIONS;
  }

  @Override
  public void close() throws IOException {
    slots.close();
  }
}
