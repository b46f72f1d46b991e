package dev.yardmaster.server.admin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Starts Debian's headless Chromium. The paths of both programs are given, so that Selenium
 * downloads nothing.
 */
final class Chromium {

  private static final String REQUIRED = "YARDMASTER_REQUIRE_BROWSER";
  private static final String HOW =
      "no Chromium: apt-get install chromium chromium-driver (" + REQUIRED + "=true needs them)";

  /**
   * Selenium warns at each start that it does not know the newest Chromium. The warning has no
   * effect on the tests.
   */
  private static final Logger DEV_TOOLS = Logger.getLogger("org.openqa.selenium.devtools");

  private Chromium() {}

  private static Optional<Path> first(String... paths) {
    return List.of(paths).stream().map(Path::of).filter(Files::isExecutable).findFirst();
  }

  private static boolean isRequired() {
    return Boolean.parseBoolean(System.getProperty(REQUIRED, System.getenv(REQUIRED)));
  }

  /**
   * Starts Chromium with English texts and a window of the given size. If Chromium is missing, the
   * test is skipped; if a browser is required, the test fails.
   *
   * @param profile an empty folder
   */
  static ChromeDriver start(Path profile, int width, int height, boolean dark) {
    Optional<Path> browser = first("/usr/bin/chromium", "/usr/bin/chromium-browser");
    Optional<Path> driver =
        first("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver");
    if (browser.isEmpty() || driver.isEmpty()) {
      Assertions.assertFalse(isRequired(), HOW);
      Assumptions.abort(HOW);
    }
    DEV_TOOLS.setLevel(Level.OFF);
    Logger.getLogger("org.openqa.selenium.chromium").setLevel(Level.OFF);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--lang=en",
        "--window-size=" + width + "," + height,
        "--user-data-dir=" + profile);
    if (dark) {
      options.addArguments("--force-dark-mode");
      options.addArguments("--blink-settings=preferredColorScheme=0");
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    return new ChromeDriver(service, options);
  }
}
