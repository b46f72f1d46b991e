package dev.yardmaster.jdbc.hints;

import java.util.Map;

/** Names the jar of a missing driver, by the subprotocol of the URL. */
public final class VendorDrivers {
  private static final String JDBC = "jdbc:";

  /**
   * The minimum length of a name that is compared with the known names. Any shorter name would be
   * close to a known name by chance.
   */
  private static final int SHORTEST_MISSPELT = 4;

  private static final Map<String, String> JARS =
      Map.of(
          "postgresql", "org.postgresql:postgresql",
          "mysql", "com.mysql:mysql-connector-j",
          "mariadb", "org.mariadb.jdbc:mariadb-java-client",
          "h2", "com.h2database:h2",
          "sqlserver", "com.microsoft.sqlserver:mssql-jdbc",
          "oracle", "com.oracle.database.jdbc:ojdbc11",
          "sqlite", "org.xerial:sqlite-jdbc");

  private VendorDrivers() {}

  /**
   * Returns a hint for the error that no driver is registered for a vendor's URL.
   *
   * @return the hint, which ends with a separator; empty for an unknown vendor
   */
  public static String hint(String url) {
    int end = url.indexOf(':', JDBC.length());
    String subprotocol = end < 0 ? "" : url.substring(JDBC.length(), end);
    String jar = JARS.get(subprotocol);
    if (jar != null) {
      return "add the driver "
          + jar
          + " where the class loader of Yardmaster sees it, or load its class; ";
    }
    if (subprotocol.length() < SHORTEST_MISSPELT) {
      return "";
    }
    return NearMiss.of(subprotocol, JARS.keySet())
        .map(meant -> "is " + JDBC + meant + ": meant? ")
        .orElse("");
  }
}
