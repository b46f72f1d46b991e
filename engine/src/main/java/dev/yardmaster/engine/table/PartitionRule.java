package dev.yardmaster.engine.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule that assigns keys to partitions, either for one table or for all tables that have no
 * other rule. The text form of a rule is {@value #FORMS}. For example, with {@code prefix:/} the
 * bytes before the first slash determine the partition, and with {@code first:4} the first four
 * bytes. The rule of one table begins with the table's name, for example {@code orders=prefix:/}.
 *
 * @param table the name of the table; null for all tables that have no other rule
 * @param by the part of the key that determines the partition
 */
public record PartitionRule(@Nullable String table, PartitionBy by) {

  /** The text forms of a rule, without a table. */
  public static final String FORMS = "hash, prefix:SEPARATOR, first:BYTES or unpartitioned";

  /** The maximum number of rules of a service. */
  public static final int MOST = 256;

  private static final String HASH = "hash";
  private static final String UNPARTITIONED = "unpartitioned";
  private static final String PREFIX = "prefix:";
  private static final String FIRST = "first:";

  /** Checks that the table's name is not empty, and that {@link #of} can parse the rule's text. */
  public PartitionRule {
    Objects.requireNonNull(by, "by");
    if (table != null && table.isEmpty()) {
      throw new IllegalArgumentException("a rule's table has a name: table=''");
    }
    if (table != null && (table.indexOf('=') >= 0 || table.startsWith(PREFIX))) {
      throw new IllegalArgumentException(
          "a rule's table has no '=' and does not begin with '" + PREFIX + "': table=" + table);
    }
  }

  /**
   * Parses the text of a rule.
   *
   * @throws IllegalArgumentException if the text has none of the text forms, or if a value is out
   *     of range
   */
  public static PartitionRule of(String text) {
    int end = text.indexOf('=');
    boolean isOfAll = end < 0 || text.startsWith(PREFIX);
    return isOfAll
        ? new PartitionRule(null, by(text))
        : new PartitionRule(text.substring(0, end), by(text.substring(end + 1)));
  }

  /**
   * Returns an immutable copy of a service's rules.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if there are more than {@value #MOST}
   *     rules, or two rules for one table
   */
  public static List<PartitionRule> checked(List<PartitionRule> rules) {
    if (rules.size() > MOST) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "partitionBy has at most " + MOST + " rules",
          "rules",
          rules.size());
    }
    Set<String> tables = new HashSet<>();
    for (PartitionRule rule : rules) {
      if (!tables.add(rule.table())) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG,
            "partitionBy has one rule for a table, and one for all tables without a rule",
            "partitionBy",
            rule.label());
      }
    }
    return List.copyOf(rules);
  }

  private static PartitionBy by(String text) {
    if (text.equals(HASH)) {
      return PartitionBy.HASH;
    }
    if (text.equals(UNPARTITIONED)) {
      return PartitionBy.NONE;
    }
    if (text.startsWith(PREFIX) && text.length() == PREFIX.length() + 1) {
      return PartitionBy.prefix(text.charAt(PREFIX.length()));
    }
    if (text.matches(FIRST + "[0-9]{1,9}")) {
      return PartitionBy.first(Integer.parseInt(text.substring(FIRST.length())));
    }
    throw new IllegalArgumentException(
        "a partition rule is " + FORMS + ", after TABLE= for one table: rule='" + text + "'");
  }

  /** Returns the text of the rule, which {@link #of} can parse. */
  public String label() {
    String of =
        switch (by.part()) {
          case HASH -> HASH;
          case NONE -> UNPARTITIONED;
          case PREFIX -> PREFIX + (char) by.parameter();
          case FIRST -> FIRST + by.parameter();
        };
    return table == null ? of : table + '=' + of;
  }
}
