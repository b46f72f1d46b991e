package dev.yardmaster.workloads.voter;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.table.Table;

/**
 * A call that votes for a contestant. Aborts if there is no such contestant, or if the caller has
 * already used all allowed votes. Returns the caller's number of votes.
 */
final class Vote implements Procedure<Vote.Call, Long> {

  static final Vote PROCEDURE = new Vote();

  static final Table<Contestant> CONTESTANTS = Table.of("voter.contestants", Contestant.class);
  static final Table<Caller> CALLERS = Table.of("voter.callers", Caller.class);

  record Contestant(String name, long votes) {}

  record Caller(long votes) {}

  record Call(long phone, int contestant, int maxVotes) {}

  private Vote() {}

  @Override
  public String name() {
    return "voter.vote";
  }

  @Override
  public void declare(Call call, KeyDeclaration keys) {
    keys.update(CONTESTANTS.key(call.contestant()));
    keys.update(CALLERS.key(call.phone()));
  }

  @Override
  public Long execute(Call call, Transaction transaction) {
    Contestant contestant = CONTESTANTS.get(transaction, call.contestant());
    if (contestant == null) {
      throw transaction.abort("no such contestant: " + call.contestant());
    }
    Caller caller = CALLERS.get(transaction, call.phone());
    long earlier = caller == null ? 0 : caller.votes();
    if (earlier >= call.maxVotes()) {
      throw transaction.abort("the caller has voted " + earlier + " times");
    }
    CALLERS.put(transaction, call.phone(), new Caller(earlier + 1));
    CONTESTANTS.put(
        transaction, call.contestant(), new Contestant(contestant.name(), contestant.votes() + 1));
    return earlier + 1;
  }
}
