package dev.yardmaster.server.config.value;

import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a typed table: its name, followed in parentheses by the kind of its keys and the
 * table's order, its columns, and its secondary indexes, separated by semicolons. For example
 * {@code accounts(numbers hashed; balance number; owner bytes 40; index by-owner owner)}.
 *
 * @param text the text, with single spaces
 */
public record TableText(String text) {

  /** The form of a text. */
  public static final String FORM =
      "NAME(numbers hashed; ...), NAME(numbers ordered; ...) or NAME(bytes ordered; ...) with"
          + " COLUMN number, COLUMN bytes LENGTH (1 to "
          + RowLayout.MAX_COLUMN_BYTES
          + ") and index NAME COLUMN ... between semicolons";

  private static final Pattern TABLE = Pattern.compile("([^\\s();,]+) ?\\((.*)\\)");
  private static final Pattern COLUMN = Pattern.compile("[^(),]+");
  private static final String INDEX = "index";

  /**
   * Checks the text.
   *
   * @throws IllegalArgumentException if the text does not have the {@link #FORM}
   */
  public TableText {
    text = text.trim().replaceAll("\\s+", " ").replaceAll(" ?([();]) ?", "$1").replace(";", "; ");
    var unused = definition(text);
  }

  /** Returns the definition of the table, with newly created columns. */
  public TableDefinition definition() {
    return definition(text);
  }

  private static TableDefinition definition(String text) {
    Matcher table = TABLE.matcher(text);
    if (!table.matches()) {
      throw wrong(text);
    }
    String[] parts = table.group(2).split("; ", -1);
    RowLayout.Builder columns = RowLayout.columns();
    Set<String> names = new HashSet<>();
    List<String[]> indexes = new ArrayList<>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      String[] words = part.split(" ");
      if (words.length > 2 && words[0].equals(INDEX)) {
        indexes.add(words);
      } else if (!COLUMN.matcher(words[0]).matches() || !names.add(words[0])) {
        throw wrong(part);
      } else if (words.length == 2 && words[1].equals("number")) {
        var unused = columns.number(words[0]);
      } else if (words.length == 3 && words[1].equals("bytes") && words[2].matches("[0-9]{1,9}")) {
        var unused = columns.bytes(words[0], Integer.parseInt(words[2]));
      } else {
        throw wrong(part);
      }
    }
    TableDefinition definition = definition(table.group(1), parts[0], columns.build());
    for (String[] words : indexes) {
      String[] ofIndex = List.of(words).subList(2, words.length).toArray(new String[0]);
      definition = definition.indexedBy(words[1], ofIndex);
    }
    return definition;
  }

  private static TableDefinition definition(String name, String kind, RowLayout layout) {
    return switch (kind) {
      case "numbers hashed" -> TableDefinition.hashed(name, layout, 1_024);
      case "numbers ordered" -> TableDefinition.ordered(name, layout);
      case "bytes ordered" -> TableDefinition.orderedBytes(name, layout);
      default -> throw wrong(kind);
    };
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException("'" + text + "' is not part of a table's text");
  }
}
