package dev.yardmaster.benchmarks.attack;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.wire.KeyMessages;
import dev.yardmaster.wire.schema.ClientFrame;
import dev.yardmaster.wire.schema.Options;
import dev.yardmaster.wire.schema.Read;
import dev.yardmaster.wire.schema.Request;
import dev.yardmaster.wire.schema.Response;
import dev.yardmaster.wire.schema.Step;
import dev.yardmaster.workloads.smallbank.Account;
import java.io.IOException;

/**
 * Opens interactive transactions that read popular accounts, and never ends them. An act counts as
 * refused if the server refuses at least one of its transactions.
 */
final class LeftTransactions implements PacedAttack.Lane {

  private static final int TRANSACTIONS = 64;
  private static final int DAY_MS = 86_400_000;

  private final AttackTarget target;
  private final Slots slots;
  private final ClientFrame steps;

  LeftTransactions(AttackTarget target, int connections) {
    this.target = target;
    slots = new Slots(connections);
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
  public Reaction act() throws IOException {
    slots.makeRoom(oldest -> Reaction.ACCEPTED);
    AttackConnection connection = slots.add(AttackConnection.greeted(target, 0));
    connection.send(steps);
    connection.awaitWelcome();
    Reaction all = Reaction.ACCEPTED;
    int answers = 0;
    while (answers < TRANSACTIONS) {
      for (Response response : connection.receive().getResponsesList()) {
        Reaction each =
            AttackConnection.reaction(response, response.hasValues(), ErrorCode.OVERLOADED);
        all = each == Reaction.REFUSED ? each : all;
        answers++;
      }
    }
    return all;
  }

  @Override
  public int openingActs() {
    return slots.size();
  }

  @Override
  public void close() throws IOException {
    slots.close();
  }
}
