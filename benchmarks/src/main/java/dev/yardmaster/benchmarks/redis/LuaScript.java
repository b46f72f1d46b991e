package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.workloads.Span;
import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.LoadAccounts;
import dev.yardmaster.workloads.smallbank.Receipt;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.SumAccounts;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * A procedure of the bank as a Lua script. The script's keys are the keys that the procedure
 * declares, in the same order. The script's only argument is an amount in cents. The script
 * executes as few commands as possible for its writes.
 *
 * @param text the script; a reply of {@code false} refuses the transaction
 * @param cents returns the amount in cents that a procedure's argument contains
 * @param result makes the result of the procedure from its argument and the script's reply. The
 *     reply is a number or a list of numbers, and is not null
 */
record LuaScript<A>(String text, ToLongFunction<A> cents, BiFunction<A, Object, Object> result) {

  /** The scripts, by the names of the procedures. */
  static final Map<String, LuaScript<?>> BY_PROCEDURE =
      Map.of(
          Balance.PROCEDURE.name(),
          new LuaScript<Balance.Argument>(
              """
              local have = redis.call('MGET', KEYS[1], KEYS[2])
              return have[1] + have[2]
              """,
              argument -> 0,
              (argument, reply) -> new Receipt(0, (long) reply)),
          DepositChecking.PROCEDURE.name(),
          new LuaScript<DepositChecking.Argument>(
              "return redis.call('INCRBY', KEYS[1], ARGV[1])",
              DepositChecking.Argument::cents,
              (argument, reply) -> new Receipt(argument.cents(), (long) reply)),
          TransactSavings.PROCEDURE.name(),
          new LuaScript<TransactSavings.Argument>(
              """
              local left = redis.call('GET', KEYS[1]) + ARGV[1]
              if left < 0 then return false end
              redis.call('SET', KEYS[1], left)
              return left
              """,
              TransactSavings.Argument::cents,
              (argument, reply) -> new Receipt(argument.cents(), (long) reply)),
          Amalgamate.PROCEDURE.name(),
          new LuaScript<Amalgamate.Argument>(
              """
              local have = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3])
              local sum = have[1] + have[2] + have[3]
              redis.call('MSET', KEYS[1], '0', KEYS[2], '0', KEYS[3], sum)
              return sum
              """,
              argument -> 0,
              (argument, reply) -> new Receipt(0, (long) reply)),
          WriteCheck.PROCEDURE.name(),
          new LuaScript<WriteCheck.Argument>(
              """
              local have = redis.call('MGET', KEYS[1], KEYS[2])
              local taken = tonumber(ARGV[1])
              if have[1] + have[2] < taken then taken = taken + 100 end
              local left = have[2] - taken
              redis.call('SET', KEYS[2], left)
              return {-taken, left}
              """,
              WriteCheck.Argument::cents,
              (argument, reply) -> receipt(reply)),
          SendPayment.PROCEDURE.name(),
          new LuaScript<SendPayment.Argument>(
              """
              local have = redis.call('MGET', KEYS[1], KEYS[2])
              local left = have[1] - ARGV[1]
              if left < 0 then return false end
              redis.call('MSET', KEYS[1], left, KEYS[2], have[2] + ARGV[1])
              return left
              """,
              SendPayment.Argument::cents,
              (argument, reply) -> new Receipt(0, (long) reply)),
          LoadAccounts.PROCEDURE.name(),
          new LuaScript<Span>(
              """
              for i = 1, #KEYS do redis.call('SET', KEYS[i], ARGV[1]) end
              return #KEYS / 2
              """,
              span -> LoadAccounts.INITIAL_CENTS,
              (span, reply) -> Math.toIntExact((long) reply)),
          SumAccounts.PROCEDURE.name(),
          new LuaScript<Span>(
              """
              local have = redis.call('MGET', unpack(KEYS))
              local sum = 0
              for i = 1, #have do sum = sum + have[i] end
              return sum
              """,
              span -> 0,
              (span, reply) -> (long) reply));

  private static Receipt receipt(Object reply) {
    List<?> numbers = (List<?>) reply;
    return new Receipt((long) numbers.get(0), (long) numbers.get(1));
  }
}
