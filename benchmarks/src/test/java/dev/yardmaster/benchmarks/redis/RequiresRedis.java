package dev.yardmaster.benchmarks.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Where redis-server is missing its tests are left out, unless the environment says otherwise. */
public final class RequiresRedis {

  private static final String REQUIRED = "YARDMASTER_REQUIRE_REDIS";

  private RequiresRedis() {}

  /** Fails or leaves the test out where it cannot run. */
  public static void check() {
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertTrue(RedisProcess.isInstalled(), REQUIRED + " is set, and redis-server is missing");
    }
    assumeTrue(RedisProcess.isInstalled(), "redis-server is not installed");
  }
}
