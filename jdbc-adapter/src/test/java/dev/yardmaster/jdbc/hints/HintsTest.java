package dev.yardmaster.jdbc.hints;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HintsTest {

  @ParameterizedTest
  @CsvSource({
    "yardmaster.keys, 0",
    "yardmastr.keys, 10",
    "yardmatser.keys, 11",
    "Yardmaster.keys, 11",
    "yardmaster-keys, 11",
    "yardmasterkeys, 10",
    "user, 0",
    "socketTimeout, 0",
    "useServerPrepStmts, 0",
    "oracle.jdbc.timezoneAsRegion, 0",
    "loadBalanceHosts, 0",
  })
  void aPrefixWithAtMostTwoEditsIsFound(String name, int length) {
    assertEquals(length, NearMiss.nearPrefix(name, "yardmaster."));
  }

  @Test
  void theNearestNameIsFound() {
    List<String> known = List.of("max-wait-ms", "max-queued", "keys");
    assertEquals("max-wait-ms", NearMiss.of("maxwaitms", known).orElseThrow());
    assertEquals("keys", NearMiss.of("key", known).orElseThrow());
    assertEquals("max-wait-ms", NearMiss.of("max-wait", known).orElseThrow());
    assertEquals(Optional.empty(), NearMiss.of("max-", known));
    assertEquals(Optional.empty(), NearMiss.of("isolation", known));
  }

  @Test
  void editsAreInsertionsRemovalsAndReplacements() {
    assertEquals(0, NearMiss.edits("keys", "KEYS"));
    assertEquals(1, NearMiss.edits("kes", "keys"));
    assertEquals(1, NearMiss.edits("keyss", "keys"));
    assertEquals(2, NearMiss.edits("kyes", "keys"));
    assertEquals(NearMiss.MAX_EDITS + 1, NearMiss.edits("k", "keys"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/b, org.postgresql:postgresql",
    "jdbc:mysql://h/b, com.mysql:mysql-connector-j",
    "jdbc:mariadb://h/b, org.mariadb.jdbc:mariadb-java-client",
    "jdbc:h2:mem:x, com.h2database:h2",
    "jdbc:sqlserver://h, com.microsoft.sqlserver:mssql-jdbc",
    "jdbc:oracle:thin:@h, com.oracle.database.jdbc:ojdbc11",
    "jdbc:sqlite:file, org.xerial:sqlite-jdbc",
  })
  void theJarOfAMissingDriverIsNamed(String url, String jar) {
    assertEquals(
        "add the driver "
            + jar
            + " where the class loader of Yardmaster sees it, or load its class; ",
        VendorDrivers.hint(url));
  }

  @Test
  void aMisspeltVendorIsNamed() {
    assertEquals("is jdbc:postgresql: meant? ", VendorDrivers.hint("jdbc:postgres://h/b"));
    assertEquals("", VendorDrivers.hint("jdbc:nobody://h/b"));
    assertEquals("", VendorDrivers.hint("jdbc:"));
  }
}
