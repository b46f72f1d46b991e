package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicUrlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "jdbc:postgresql://h:5432/b?user=u&ssl=true                  | jdbc:postgresql://h:5432/b",
        "jdbc:postgresql://h1:1,[::1]:2/b                            | jdbc:postgresql://h1:1,[::1]:2/b",
        "jdbc:postgresql://u:sesame@h/b?password=sesame              | jdbc:postgresql://h/b",
        "jdbc:postgresql://u:se,sa me}}@h/b                          | jdbc:postgresql://h/b",
        "jdbc:postgresql://u:se/same@x@h/b                           | jdbc:postgresql://h/b",
        "jdbc:postgresql://u:se?same@h/b                             | jdbc:postgresql://...",
        "jdbc:postgresql://u:se;same@h/b                             | jdbc:postgresql://...",
        "jdbc:postgresql://h/b?password=se@same                      | jdbc:postgresql://...",
        "jdbc:mysql://address=(host=h)(password=sesame)/b            | jdbc:mysql://...",
        "jdbc:sqlserver://h:1;user=u;password={a;se}};same};database=b | jdbc:sqlserver://h:1;database=b",
        "jdbc:sqlserver://h;databaseName=b;password=se@same          | jdbc:sqlserver://h;databaseName=b",
        "jdbc:sqlserver://h;password={sesame;databaseName=b          | jdbc:sqlserver://h",
        "jdbc:sqlserver://h;database={sesame}                        | jdbc:sqlserver://h",
        "jdbc:oracle:thin:scott/sesame@//h:1521/b                    | jdbc:oracle:thin://h:1521/b",
        "jdbc:oracle:thin:scott/sesame@h:1521:b                      | jdbc:oracle:thin:h:1521:b",
        "jdbc:oracle:thin:scott/sesame                               | jdbc:oracle:thin:...",
        "jdbc:db2://h:50000/b:user=u;password=sesame;                | jdbc:db2://...",
        "jdbc:h2:mem:b;PASSWORD=sesame                               | jdbc:h2:mem:b",
        "jdbc:yardmaster:postgresql://u:sesame@h/b?password=sesame   | jdbc:yardmaster:postgresql://h/b",
        "jdbc:yardmaster:oracle:thin:scott/sesame                    | jdbc:yardmaster:oracle:thin:...",
        "jdbc:sesame                                                 | jdbc:...",
        "postgresql://u:sesame@h/b                                   | ...",
      })
  void showsHostsAndDatabaseOnly(String url, String shown) {
    assertEquals(shown, PublicUrl.of(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h:5432/b?user=u&ssl=true&sslmode=verify-full",
        "jdbc:yardmaster:postgresql://h1:1,[::1]:2/b?yardmaster.max-wait-ms=5",
        "jdbc:sqlserver://passage;user=u;database=b",
        "jdbc:h2:mem:b",
      })
  void aUrlWithoutASecretIsWhole(String url) {
    assertEquals(url, PublicUrl.wholeUnlessSecret(url));
  }

  /**
   * Tests that no part of a password is shown, for random passwords at each place where a URL can
   * contain a password.
   */
  @Test
  void noPartOfAPasswordIsShown() {
    String[] urls = {
      "jdbc:postgresql://user:%s@h:5432/b",
      "jdbc:postgresql://user:%s@h:5432/b?ssl=true",
      "jdbc:postgresql://h:5432/b?user=u&password=%s&ssl=true",
      "jdbc:yardmaster:mysql://user:%s@h1,h2/b?x=y",
      "jdbc:sqlserver://h;user=u;password={%s};encrypt=true",
      "jdbc:sqlserver://h;user=u;password=%s",
      "jdbc:oracle:thin:scott/%s@//h:1521/b",
      "jdbc:db2://h:50000/b:user=u;password=%s;",
    };
    String marks = ",; }{?&@:/#%=+()[]\"'\\";
    for (long seed = 1; seed <= 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder password = new StringBuilder("SESAME");
      for (int i = random.nextInt(6); i > 0; i--) {
        password.append(marks.charAt(random.nextInt(marks.length()))).append("SESAME");
      }
      String url = urls[random.nextInt(urls.length)].replace("%s", password);
      String shown = PublicUrl.of(url);
      assertFalse(shown.contains("SESAME"), () -> url + " is shown as " + shown);
      assertEquals(shown, PublicUrl.wholeUnlessSecret(url));
    }
  }
}
