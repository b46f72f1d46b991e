package dev.yardmaster.play.batch;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.play.text.KeyText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A transaction of a batch, as the argument of a {@link Procedure}. A transaction consists of
 * assignments such as {@code x = y + 1}, separated by commas, or of expressions without an
 * assignment, which only read. All expressions use the values that the keys had before the
 * transaction.
 */
final class Assignments {

  /** Runs the assignments, and returns the written numbers by key. */
  static final Procedure<Assignments, Map<Key, Long>> PROCEDURE =
      new Procedure<>() {
        @Override
        public String name() {
          return "play.assign";
        }

        @Override
        public void declare(Assignments of, KeyDeclaration keys) {
          of.reads.forEach(keys::read);
          if (of.reads.isEmpty()) {
            keys.read(NEVER_WRITTEN);
          }
          of.targets.keySet().forEach(keys::write);
        }

        @Override
        public Map<Key, Long> execute(Assignments of, Transaction transaction) {
          of.runs.incrementAndGet();
          of.readOnly.forEach(each -> each.value(transaction));
          Map<Key, Long> written = new LinkedHashMap<>();
          of.targets.forEach((key, sum) -> written.put(key, sum.value(transaction)));
          written.forEach(transaction::putLong);
          return written;
        }
      };

  /**
   * A key that a transaction without reads declares as a read. Without this read, such a
   * transaction would not wait for storage, and would reach the validator before the rest of its
   * batch.
   */
  private static final Key NEVER_WRITTEN = Key.of("play-batch", "none");

  private final String text;
  private final Map<Key, Expression> targets = new LinkedHashMap<>();
  private final List<Expression> readOnly = new ArrayList<>();
  private final Set<Key> reads = new LinkedHashSet<>();

  @Shared(
      writers = "the pipeline's thread",
      readers = "the prompt's thread",
      access = "atomic; the number of runs of the logic")
  private final AtomicInteger runs = new AtomicInteger();

  private Assignments(String text) {
    this.text = text;
  }

  /**
   * Parses a transaction.
   *
   * @throws BadBatch if the text is not a transaction
   */
  static Assignments parse(String text) {
    Assignments parsed = new Assignments(text.strip().replaceAll("\\s+", " "));
    for (String part : parsed.text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        parsed.readOnly.add(Expression.parse(part));
        continue;
      }
      String target = part.substring(0, equals).strip();
      if (target.isEmpty() || target.contains(" ")) {
        throw new BadBatch("expected one key before = in '" + part.strip() + "'");
      }
      if (parsed.targets.put(KeyText.parse(target), Expression.parse(part.substring(equals + 1)))
          != null) {
        throw new BadBatch("'" + parsed.text + "' assigns " + target + " twice");
      }
    }
    parsed.targets.values().forEach(each -> each.addKeysTo(parsed.reads));
    parsed.readOnly.forEach(each -> each.addKeysTo(parsed.reads));
    return parsed;
  }

  /** Returns the text of the transaction. */
  String text() {
    return text;
  }

  /** Returns the keys that the transaction reads, without duplicates. */
  Set<Key> reads() {
    return reads;
  }

  /** Returns the keys that the transaction writes. */
  Set<Key> writes() {
    return targets.keySet();
  }

  /** Returns the number of runs of the logic so far. */
  int runs() {
    return runs.get();
  }
}
