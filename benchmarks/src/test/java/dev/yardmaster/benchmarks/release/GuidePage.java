package dev.yardmaster.benchmarks.release;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first screen of a page for programmers: dependencies, imports and the first snippet.
 *
 * @param dependencies the page's {@code dependency} elements
 * @param imports the block that is marked as imports
 * @param snippet the first named block of Java code after the imports
 */
record GuidePage(String dependencies, String imports, String snippet) {

  static GuidePage of(String page) throws IOException {
    String text = Files.readString(Pom.ROOT.resolve(page));
    Matcher matcher =
        Pattern.compile(
                "```xml\n((?:<dependency>.*?</dependency>\n)+)```"
                    + ".*?```java imports\n(.*?)```"
                    + ".*?snippet: \\w+ -->\n```java\n(.*?)```",
                Pattern.DOTALL)
            .matcher(text);
    assertTrue(matcher.find(), page + " has no dependency, imports and snippet in this order");
    return new GuidePage(matcher.group(1), matcher.group(2), matcher.group(3));
  }
}
