package dev.yardmaster.benchmarks.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Skips tests if redis-server is not installed, unless the environment requires these tests. */
public final class RequiresRedis {

  private static final String REQUIRED = "YARDMASTER_REQUIRE_REDIS";

  private RequiresRedis() {}

  /**
   * If redis-server is not installed, skips the test, or fails the test if the environment requires
   * Redis.
   */
  public static void check() {
    if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
      assertTrue(RedisProcess.isInstalled(), REQUIRED + " is set, and redis-server is missing");
    }
    assumeTrue(RedisProcess.isInstalled(), "redis-server is not installed");
  }
}
