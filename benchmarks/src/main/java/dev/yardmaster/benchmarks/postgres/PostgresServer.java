package dev.yardmaster.benchmarks.postgres;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A PostgreSQL server with its own schema for the measured tables, {@value #SCHEMA}. The schema is
 * dropped when the server is closed. Connections begin in that schema, in auto-commit mode, and
 * their transactions have the isolation SERIALIZABLE. Any thread may connect.
 */
public final class PostgresServer implements AutoCloseable {

  /** The schema of all tables and functions. */
  public static final String SCHEMA = "yardmaster_bench";

  private static final String URL_PREFIX = "jdbc:postgresql:";
  private static final List<String> REPORTED =
      List.of(
          "server_version",
          "fsync",
          "synchronous_commit",
          "full_page_writes",
          "shared_buffers",
          "max_connections",
          "max_wal_size",
          "checkpoint_timeout",
          "autovacuum",
          "default_transaction_isolation");

  private final String url;
  private final Properties properties;
  private final EmbeddedServer embedded;
  private boolean schemaMade;

  private PostgresServer(String url, Properties properties, EmbeddedServer embedded) {
    this.url = url;
    this.properties = properties;
    this.embedded = embedded;
  }

  /**
   * Starts a server.
   *
   * @param forcedWrites whether a commit waits for the disk
   * @throws WorkloadFailure if the server does not start
   */
  public static PostgresServer embedded(boolean forcedWrites) {
    EmbeddedServer process = EmbeddedServer.start(forcedWrites);
    String url = "jdbc:postgresql://localhost:" + process.port() + "/postgres";
    return prepare(new PostgresServer(url, properties("postgres", null), process));
  }

  /**
   * Returns an object for a running server.
   *
   * @param url a URL of the PostgreSQL driver
   * @param user the user; null if the URL names it, or for the driver's default
   * @param password the password; null if the URL contains it, or for no password
   * @throws IllegalArgumentException if the URL is not of the PostgreSQL driver
   * @throws WorkloadFailure if the server does not answer, or already has a schema with this name
   */
  public static PostgresServer at(String url, String user, String password) {
    if (!url.startsWith(URL_PREFIX)) {
      throw new IllegalArgumentException("a URL of PostgreSQL begins with " + URL_PREFIX);
    }
    return prepare(new PostgresServer(url, properties(user, password), null));
  }

  /**
   * Returns an object for a server that another process has prepared and will close.
   *
   * @param user the user; null if the URL names it, or for the driver's default
   * @param password the password; null if the URL contains it, or for no password
   */
  public static PostgresServer joined(String url, String user, String password) {
    return new PostgresServer(url, properties(user, password), null);
  }

  private static Properties properties(String user, String password) {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    properties.setProperty("currentSchema", SCHEMA);
    properties.setProperty("options", "-c default_transaction_isolation=serializable");
    properties.setProperty("ApplicationName", "yardmaster-bench");
    return properties;
  }

  private static PostgresServer prepare(PostgresServer server) {
    boolean prepared = false;
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema " + SCHEMA);
      server.schemaMade = true;
      requireOwnSettings(connection);
      prepared = true;
      return server;
    } catch (SQLException e) {
      throw new WorkloadFailure(
          "cannot make the schema " + SCHEMA + " on " + server.where() + ": " + e.getMessage(), e);
    } finally {
      if (!prepared) {
        server.close();
      }
    }
  }

  /**
   * Rejects settings in the URL, because they take precedence over the properties, and could direct
   * the connection to other tables.
   */
  private static void requireOwnSettings(Connection connection) throws SQLException {
    String schema = connection.getSchema();
    String isolation = show(connection, "default_transaction_isolation");
    if (!SCHEMA.equals(schema) || !isolation.equals("serializable")) {
      throw new WorkloadFailure(
          "the URL must leave currentSchema and options to this command: schema="
              + schema
              + ", isolation="
              + isolation);
    }
  }

  /** Returns the URL without the parts that may contain secrets. */
  private String where() {
    return url.replaceFirst("\\?.*", "").replaceFirst("//[^/]*@", "//");
  }

  /**
   * Returns the server's URL. PostgreSQL's driver accepts this URL, and so do all JDBC drivers on
   * top of it.
   */
  public String url() {
    return url;
  }

  /**
   * Returns a copy of the properties that a connection needs in addition to the URL: user,
   * password, schema and isolation.
   */
  public Properties properties() {
    Properties copy = new Properties();
    copy.putAll(properties);
    return copy;
  }

  /**
   * Returns the server's URL for another driver in front of PostgreSQL's driver.
   *
   * @param prefix the text after {@code jdbc:} in that driver's URLs; empty for PostgreSQL's driver
   */
  public String urlThrough(String prefix) {
    return url.replaceFirst("^jdbc:", "jdbc:" + prefix);
  }

  /** Opens a connection. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, properties());
  }

  /**
   * Opens a connection through another driver.
   *
   * @param prefix the text after {@code jdbc:} in that driver's URLs, before the text of
   *     PostgreSQL's URLs
   * @param settings the settings of that driver
   */
  public Connection connectThrough(String prefix, Map<String, String> settings)
      throws SQLException {
    Properties all = properties();
    all.putAll(settings);
    return DriverManager.getConnection(urlThrough(prefix), all);
  }

  /** Returns the server's current settings, by their names. */
  public Map<String, String> settings() throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (Connection connection = connect()) {
      for (String name : REPORTED) {
        settings.put(name, show(connection, name));
      }
    }
    if (embedded != null) {
      settings.put("file_system", embedded.fileSystem());
    }
    return settings;
  }

  /**
   * Returns the processor time of the server's running processes, in ns; 0 if the user has named a
   * running server. Processes of closed connections are not included.
   */
  public long cpuNs() {
    return embedded == null ? 0 : embedded.cpuNs();
  }

  /**
   * Returns the process from which all of the server's processes descend; empty if the user has
   * named a running server.
   */
  public List<ProcessHandle> processes() {
    return embedded == null ? List.of() : embedded.processes();
  }

  private static String show(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show " + name)) {
      row.next();
      return row.getString(1);
    }
  }

  /**
   * Writes modified pages from memory to the data files, so that no checkpoint occurs during a
   * measurement. If the user has named a running server, this method has no effect.
   */
  public void checkpoint() throws SQLException {
    if (embedded != null) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        statement.execute("checkpoint");
      }
    }
  }

  /** Drops all tables and functions in the schema. */
  public void clear() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema " + SCHEMA + " cascade");
      statement.execute("create schema " + SCHEMA);
    }
  }

  /** Stops the server. If the user has named a running server, only drops the schema. */
  @Override
  public void close() {
    if (embedded != null) {
      embedded.close();
    } else if (schemaMade) {
      dropSchema();
    }
  }

  private void dropSchema() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema if exists " + SCHEMA + " cascade");
    } catch (SQLException e) {
      throw new WorkloadFailure(
          "cannot drop the schema " + SCHEMA + " on " + where() + ": " + e.getMessage(), e);
    }
  }
}
