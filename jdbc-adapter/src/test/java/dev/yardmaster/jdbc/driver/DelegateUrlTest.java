package dev.yardmaster.jdbc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.DriverSetting;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelegateUrlTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:yardmaster:postgresql://h:5/b, jdbc:postgresql://h:5/b",
    "jdbc:yardmaster:x:?yardmaster.scheduling=off, jdbc:x:",
    "jdbc:yardmaster:x:?a=b&yardmaster.scheduling=off, jdbc:x:?a=b",
    "jdbc:yardmaster:x:?yardmaster.scheduling=off&a=b, jdbc:x:?a=b",
    "jdbc:yardmaster:x:?a=b&yardmaster.scheduling=off&c=d, jdbc:x:?a=b&c=d",
    "jdbc:yardmaster:x:?yardmaster.scheduling=off&yardmaster.scheduling=off&a=b, jdbc:x:?a=b",
    "jdbc:yardmaster:x:?yardmaster.scheduling=off&a=b&yardmaster.scheduling=off&c=d, jdbc:x:?a=b&c=d",
    "jdbc:yardmaster:x:?yardmaster.scheduling=o%66f, jdbc:x:",
    "jdbc:yardmaster:sqlserver://h;yardmaster.scheduling=off;a=b, jdbc:sqlserver://h;a=b",
    "jdbc:yardmaster:x:?a=yardmaster.scheduling=off, jdbc:x:?a=yardmaster.scheduling=off",
    "jdbc:yardmaster:yardmaster:x:, jdbc:yardmaster:x:",
  })
  void ourSettingsAreCutOutOfTheUrl(String url, String behind) {
    DelegateUrl parsed = DelegateUrl.of(url, null);
    assertEquals(behind, parsed.url());
    boolean isSet = url.contains("?yard") || url.contains("&yard") || url.contains(";yard");
    assertEquals(isSet ? "off" : "on", DriverSetting.SCHEDULING.in(parsed.settings()));
    assertNull(parsed.properties());
  }

  @Test
  void ourSettingsAreTakenOutOfTheProperties() {
    Properties defaults = new Properties();
    defaults.setProperty("yardmaster.scheduling", "off");
    defaults.setProperty("user", "u");
    Properties info = new Properties(defaults);
    info.setProperty("password", "p");
    Object factory = new Object();
    info.put("factory", factory);
    DelegateUrl parsed = DelegateUrl.of("jdbc:yardmaster:x:", info);
    assertEquals("off", DriverSetting.SCHEDULING.in(parsed.settings()));
    assertEquals("u", parsed.properties().getProperty("user"));
    assertEquals("p", parsed.properties().getProperty("password"));
    assertSame(factory, parsed.properties().get("factory"));
    assertNull(parsed.properties().getProperty("yardmaster.scheduling"));
    assertEquals("off", info.getProperty("yardmaster.scheduling"));
  }

  @Test
  void propertiesWithoutOursArePassedOnAsTheyAre() {
    Properties info = new Properties();
    info.setProperty("user", "u");
    assertSame(info, DelegateUrl.of("jdbc:yardmaster:x:", info).properties());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:yardmaster:x:?yardmaster.shceduling=off",
        "jdbc:yardmaster:x:?yardmaster.scheduling=maybe",
        "jdbc:yardmaster:x:?yardmaster.scheduling",
        "jdbc:yardmaster:x:?yardmaster.=off",
        "jdbc:yardmaster:x:?yardmaster.scheduling=%4",
        "jdbc:yardmaster:x:?yardmaster.scheduling=off&yardmaster.scheduling=on",
      })
  void whatIsNoSettingIsRefused(String url) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> DelegateUrl.of(url, null)).getMessage();
    assertTrue(message.contains("name=yardmaster."), message);
  }

  @Test
  void aRefusalNamesTheSettingTheValueAndWhatIsAllowed() {
    assertEquals(
        "bad value of a setting: name=yardmaster.scheduling value=maybe allowed=[on, always, off]",
        assertThrows(
                IllegalArgumentException.class,
                () -> DelegateUrl.of("jdbc:yardmaster:x:?yardmaster.scheduling=maybe", null))
            .getMessage());
    Properties info = new Properties();
    info.setProperty("yardmaster.shceduling", "off");
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> DelegateUrl.of("jdbc:yardmaster:x:", info))
            .getMessage();
    assertTrue(message.contains("name=yardmaster.shceduling"), message);
    assertTrue(message.contains("yardmaster.scheduling"), message);
  }

  @Test
  void theUrlOfTheMetadataIsTheApplications() {
    String ours = "jdbc:yardmaster:x://h/b?yardmaster.batch-size=5&user=u";
    DelegateUrl parsed = DelegateUrl.of(ours, null);
    assertEquals(ours, parsed.applicationUrl(parsed.url()));
    assertEquals("jdbc:yardmaster:x://h/b", parsed.applicationUrl("jdbc:x://h/b"), "edited");
    assertEquals("jdbc:yardmaster:x://h/b", parsed.applicationUrl("jdbc:x://h/b?password=sesame"));
    assertEquals("x://h/b", parsed.applicationUrl("x://h/b"));
    assertNull(parsed.applicationUrl(null));
  }

  @Test
  void theDatabaseOfAUrlIsThePartThatMayBeShown() {
    DelegateUrl parsed = DelegateUrl.of("jdbc:yardmaster:x://u:sesame@h/b?password=open", null);
    assertEquals("jdbc:x://u:sesame@h/b?password=open", parsed.url());
    assertEquals("jdbc:x://h/b", parsed.database());
    assertEquals("jdbc:x://h/b", parsed.toString());
  }
}
