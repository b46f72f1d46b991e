package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.Key;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import java.nio.charset.StandardCharsets;

/** Commands and replies in Redis's protocol, version 2. */
final class Resp {

  private static final byte[] EOL = {'\r', '\n'};

  private Resp() {}

  /** Appends a command: an array of bulk strings. */
  static void command(ByteBuf to, byte[]... words) {
    to.writeByte('*');
    number(to, words.length);
    for (byte[] word : words) {
      to.writeByte('$');
      number(to, word.length);
      to.writeBytes(word).writeBytes(EOL);
    }
  }

  private static void number(ByteBuf to, int value) {
    int divisor = 1;
    while (value / divisor >= 10) {
      divisor *= 10;
    }
    for (; divisor > 0; divisor /= 10) {
      to.writeByte('0' + value / divisor % 10);
    }
    to.writeBytes(EOL);
  }

  /** A word of plain text. */
  static byte[] word(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A number as text. */
  static byte[] word(long value) {
    return word(Long.toString(value));
  }

  /** A key as text: the first letter of its table, and its number. */
  static byte[] word(Key key) {
    return word(key.table().charAt(0) + Long.toString(key.number()));
  }

  /** A reply that is a number. */
  static long number(RedisMessage reply) {
    if (reply instanceof IntegerRedisMessage number) {
      return number.value();
    }
    throw unexpected("a number", reply);
  }

  /** A reply that is an array; the null array has {@link ArrayRedisMessage#isNull}. */
  static ArrayRedisMessage array(RedisMessage reply) {
    if (reply instanceof ArrayRedisMessage array) {
      return array;
    }
    throw unexpected("an array", reply);
  }

  /** The bytes of a bulk string; null for the null string. */
  static byte[] bytes(RedisMessage reply) {
    if (reply instanceof FullBulkStringRedisMessage string) {
      return string.isNull() ? null : ByteBufUtil.getBytes(string.content());
    }
    throw unexpected("a bulk string", reply);
  }

  /** Whether a reply is the null string. */
  static boolean isNull(RedisMessage reply) {
    return reply instanceof FullBulkStringRedisMessage string && string.isNull();
  }

  /** Refuses an error. */
  static void check(RedisMessage reply) {
    if (reply instanceof ErrorRedisMessage error) {
      throw new WorkloadFailure("redis: " + error.content());
    }
  }

  private static WorkloadFailure unexpected(String wanted, RedisMessage reply) {
    check(reply);
    return new WorkloadFailure("redis replied " + reply + " instead of " + wanted);
  }
}
