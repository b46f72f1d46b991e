package dev.yardmaster.spring.guide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page of the guide. */
public final class GuideText {

  private static final Path PAGE = Path.of("..", "docs", "guide-spring.md");

  private GuideText() {}

  static String text() throws IOException {
    return Files.readString(PAGE);
  }

  /** Returns the properties of a named block. */
  public static Properties properties(String name) throws IOException {
    Matcher block =
        Pattern.compile(
                "<!-- properties: " + name + " -->\n```properties\n(.*?)```", Pattern.DOTALL)
            .matcher(text());
    assertTrue(block.find(), "the guide has no properties: name=" + name);
    Properties properties = new Properties();
    properties.load(new StringReader(block.group(1)));
    return properties;
  }

  /** Returns the rows of a named table, without its header. */
  static List<String> table(String name) throws IOException {
    Matcher table =
        Pattern.compile("<!-- table: " + name + " -->\n\\|.*\n\\|.*\n((?:\\|.*\n)+)")
            .matcher(text());
    assertTrue(table.find(), "the guide has no table: name=" + name);
    return table.group(1).lines().toList();
  }
}
