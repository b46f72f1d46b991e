package dev.yardmaster.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackgroundParserTest {

  @Test
  void theThreadInheritsNothingFromTheThreadOfTheApplication() throws Exception {
    InheritableThreadLocal<Object> inherited = new InheritableThreadLocal<>();
    inherited.set(new Object());
    assertNull(
        CompletableFuture.supplyAsync(inherited::get, BackgroundParser.executor())
            .get(30, TimeUnit.SECONDS));
  }
}
