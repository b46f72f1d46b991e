package dev.yardmaster.play.batch;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Reads;
import dev.yardmaster.play.text.KeyText;
import dev.yardmaster.play.text.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A sum of keys and whole numbers, such as {@code x + y - 1}.
 *
 * @param terms the terms, at least one
 */
record Expression(List<Term> terms) {

  /**
   * A term of the sum.
   *
   * @param key the key whose value is added; null for a number
   * @param number the number that is added if there is no key
   * @param negative whether the term is subtracted
   */
  record Term(Key key, long number, boolean negative) {

    private long value(Reads reads) {
      long value = key == null ? number : reads.getLong(key);
      return negative ? -value : value;
    }
  }

  /**
   * Parses an expression, with spaces around its operators.
   *
   * @throws BadBatch if the text is not an expression
   */
  static Expression parse(String text) {
    List<Term> terms = new ArrayList<>();
    String operator = "+";
    for (String word : text.strip().split("\\s+", -1)) {
      if (operator == null) {
        if (!word.equals("+") && !word.equals("-")) {
          throw new BadBatch("expected + or - instead of '" + word + "' in '" + text.strip() + "'");
        }
        operator = word;
      } else {
        if (Set.of("", "+", "-").contains(word)) {
          throw new BadBatch("a key or a number is missing in '" + text.strip() + "'");
        }
        terms.add(term(word, operator.equals("-")));
        operator = null;
      }
    }
    if (operator != null) {
      throw new BadBatch("'" + text.strip() + "' ends with an operator");
    }
    return new Expression(List.copyOf(terms));
  }

  private static Term term(String word, boolean negative) {
    return ValueText.isNumber(word)
        ? new Term(null, Long.parseLong(word), negative)
        : new Term(KeyText.parse(word), 0, negative);
  }

  /** Adds the keys of the expression to a set. */
  void addKeysTo(Set<Key> keys) {
    terms.stream().filter(term -> term.key() != null).forEach(term -> keys.add(term.key()));
  }

  /**
   * Returns the sum.
   *
   * @throws dev.yardmaster.api.YardmasterException {@link
   *     dev.yardmaster.api.ErrorCode#NOT_A_NUMBER} if a key has a value that is not a number
   */
  long value(Reads reads) {
    return terms.stream().mapToLong(term -> term.value(reads)).sum();
  }
}
