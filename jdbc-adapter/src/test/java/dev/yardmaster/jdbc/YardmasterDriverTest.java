package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.driver.RecordingSession;
import dev.yardmaster.jdbc.driver.YardConnection;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class YardmasterDriverTest {
  private static final String URL = "jdbc:yardmaster:stub://h/b";

  private final List<String> databases = new ArrayList<>();
  private final YardmasterDriver driver =
      new YardmasterDriver(
          (database, settings) -> {
            databases.add(database);
            return any -> new RecordingSession(new ArrayList<>());
          });
  private StubDriver stub;

  @BeforeEach
  void register() throws SQLException {
    stub = new StubDriver();
  }

  @AfterEach
  void deregister() throws SQLException {
    stub.close();
  }

  @Test
  void driverManagerFindsItByItself() throws SQLException {
    assertInstanceOf(YardmasterDriver.class, DriverManager.getDriver(URL));
    assertEquals(1, DriverManager.drivers().filter(YardmasterDriver.class::isInstance).count());
    assertTrue(
        ServiceLoader.load(Driver.class).stream()
            .anyMatch(found -> found.type() == YardmasterDriver.class));
    String off = URL + "?yardmaster.scheduling=off";
    try (Connection connection = DriverManager.getConnection(off, "u", "p")) {
      assertSame(stub.connection, connection);
      assertEquals(List.of("jdbc:stub://h/b"), stub.urls);
      assertEquals("u", stub.properties.get(0).getProperty("user"));
    }
  }

  @Test
  void aForeignUrlIsNotAcceptedAndGetsNull() throws SQLException {
    for (String foreign : List.of("jdbc:postgresql://h/b", "jdbc:yardmasters:x:", "http://h", "")) {
      assertFalse(driver.acceptsURL(foreign), foreign);
      assertNull(driver.connect(foreign, new Properties()), foreign);
      assertEquals(0, driver.getPropertyInfo(foreign, null).length, foreign);
    }
    assertTrue(driver.acceptsURL(URL));
    assertThrows(SQLException.class, () -> driver.connect(null, new Properties()));
    assertThrows(SQLException.class, () -> driver.acceptsURL(null));
    assertEquals(List.of(), stub.urls);
  }

  @Test
  void theDriverBehindGetsItsUrlAndItsProperties() throws SQLException {
    Properties info = new Properties();
    info.setProperty("user", "u");
    info.setProperty("yardmaster.scheduling", "on");
    Connection connection = driver.connect(URL + "?a=b&yardmaster.scheduling=on", info);
    assertInstanceOf(YardConnection.class, connection);
    assertSame(stub.connection, ((YardConnection) connection).unwrap(stub.connection.getClass()));
    assertEquals(List.of("jdbc:stub://h/b?a=b"), stub.urls);
    assertEquals(List.of("jdbc:stub://h/b"), databases);
    assertEquals(1, stub.properties.get(0).size());
  }

  @Test
  void withSchedulingOffTheConnectionIsTheVendorsOwn() throws SQLException {
    assertSame(
        stub.connection, driver.connect(URL + "?yardmaster.scheduling=off", new Properties()));
    assertEquals(List.of(), databases);
  }

  @Test
  void aMissingDriverIsNamedByItsUrlWithoutThePassword() {
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> driver.connect("jdbc:yardmaster:nobody://u:sesame@h/b?password=open", null));
    assertEquals("HY000", refused.getSQLState());
    assertTrue(refused.getMessage().endsWith("url=jdbc:nobody://h/b"), refused::getMessage);
    assertThrows(SQLException.class, () -> driver.connect("jdbc:yardmaster:", null));
  }

  @Test
  void aMissingDriverIsNamedWithItsJar() {
    SQLException refused =
        assertThrows(
            SQLException.class, () -> driver.connect("jdbc:yardmaster:sqlserver://h", null));
    assertEquals(
        "no driver is registered for the URL behind jdbc:yardmaster: : add the driver"
            + " com.microsoft.sqlserver:mssql-jdbc where the class loader of Yardmaster sees it,"
            + " or load its class; url=jdbc:sqlserver://h",
        refused.getMessage());
  }

  @Test
  void aSecondJdbcIsRefusedWithTheUrlThatIsMeant() {
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> driver.connect("jdbc:yardmaster:jdbc:stub://u:sesame@h/b", null));
    assertEquals("HY024", refused.getSQLState());
    assertTrue(refused.getMessage().startsWith("leave out the second jdbc: "), refused::getMessage);
    assertFalse(refused.getMessage().contains("sesame"), refused::getMessage);
  }

  @Test
  void aMisspeltSettingIsRefusedWithTheNearestOne() {
    SQLException refused =
        assertThrows(
            SQLException.class, () -> driver.connect(URL + "?yardmaster.max-wait=5", null));
    assertTrue(
        refused
            .getMessage()
            .startsWith("unknown setting: name=yardmaster.max-wait nearest=yardmaster.max-wait-ms"),
        refused::getMessage);
  }

  @Test
  void aPropertyOfTheVendorIsPassedOnEvenIfItIsNearlyOurs() throws SQLException {
    Properties info = new Properties();
    info.setProperty("yardmastr.max-queued", "5");
    driver.connect(URL + "?yarmaster.keys=k(id)", info).close();
    assertEquals(List.of("jdbc:stub://h/b?yarmaster.keys=k(id)"), stub.urls);
    assertEquals("5", stub.properties.get(0).getProperty("yardmastr.max-queued"));
  }

  @Test
  void aDriverBehindThatDoesNotConnectAfterAllIsAnError() {
    stub.connection = null;
    assertTrue(
        assertThrows(SQLException.class, () -> driver.connect(URL, null))
            .getMessage()
            .contains("url=jdbc:stub://h/b"));
  }

  @Test
  void whatTheDriverBehindThrowsIsThrownAsItIs() {
    stub.failure = new SQLException("refused", "08001");
    assertSame(stub.failure, assertThrows(SQLException.class, () -> driver.connect(URL, null)));
  }

  @Test
  void aBadSettingIsRefusedBeforeAnythingIsConnected() {
    for (String bad : List.of("yardmaster.scheduling=maybe", "yardmaster.nothing=1")) {
      SQLException refused =
          assertThrows(
              SQLException.class, () -> driver.connect(URL + "?password=sesame&" + bad, null));
      assertEquals("HY024", refused.getSQLState());
      assertTrue(
          refused.getMessage().contains("name=" + bad.split("=", 2)[0]), refused::getMessage);
      assertFalse(refused.getMessage().contains("sesame"), refused::getMessage);
    }
    YardmasterDriver picky =
        new YardmasterDriver(
            (database, settings) -> {
              throw new IllegalArgumentException("bad: batch=0 least=1");
            });
    SQLException refused = assertThrows(SQLException.class, () -> picky.connect(URL, null));
    assertTrue(refused.getMessage().startsWith("bad: batch=0 least=1"), refused::getMessage);
    assertEquals("HY024", refused.getSQLState());
    assertEquals(List.of(), stub.urls);
  }

  @Test
  void ourPropertiesAreListedWithTheOthers() throws SQLException {
    Properties info = new Properties();
    info.setProperty("yardmaster.scheduling", "off");
    DriverPropertyInfo[] listed = driver.getPropertyInfo(URL, info);
    DriverPropertyInfo ours = find(listed, "yardmaster.scheduling");
    assertEquals("off", ours.value);
    assertEquals(List.of("on", "always", "off"), List.of(ours.choices));
    assertFalse(ours.description.isEmpty());
    assertEquals("value", find(listed, "stub").value);
    assertEquals(List.of("jdbc:stub://h/b"), stub.urls);
    assertTrue(stub.properties.get(0).isEmpty());
  }

  private static DriverPropertyInfo find(DriverPropertyInfo[] listed, String name) {
    return Stream.of(listed).filter(info -> info.name.equals(name)).findAny().orElseThrow();
  }

  @Test
  void whatADriverSaysOfItself() {
    assertFalse(driver.jdbcCompliant());
    assertEquals(0, driver.getMajorVersion());
    assertEquals(1, driver.getMinorVersion());
    assertThrows(SQLFeatureNotSupportedException.class, driver::getParentLogger);
  }
}
