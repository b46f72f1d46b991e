package dev.yardmaster.server.procedures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcedureJarsTest {

  private static final String COUNT =
      """
      package example;

      import dev.yardmaster.api.Key;
      import dev.yardmaster.api.KeyDeclaration;
      import dev.yardmaster.api.Procedure;
      import dev.yardmaster.api.Transaction;

      public final class Count implements Procedure<String, Long> {
        @Override
        public String name() {
          return %s;
        }

        @Override
        public void declare(String counter, KeyDeclaration keys) {
          keys.update(Key.of("counters", counter));
        }

        @Override
        public Long execute(String counter, Transaction transaction) {
          Key key = Key.of("counters", counter);
          transaction.putLong(key, transaction.getLong(key) + 1);
          return transaction.getLong(key);
        }
      }
      """;

  @TempDir private Path folder;

  private Path countJar(String jar, String nameExpression) throws IOException {
    return CompiledJar.of(folder.resolve(jar), "example.Count", COUNT.formatted(nameExpression));
  }

  private static YardmasterException refused(Path... jars) {
    YardmasterException refused =
        assertThrows(YardmasterException.class, () -> ProcedureJars.load(List.of(jars)));
    assertEquals(ErrorCode.BAD_CONFIG, refused.code());
    assertEquals(jars[jars.length - 1].toString(), refused.details().get("jar"));
    return refused;
  }

  private static void assertSays(YardmasterException refused, String words) {
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
  }

  @Test
  void runsAProcedureOfAJar() throws IOException {
    Path jar = countJar("count.jar", "\"count\"");
    try (ProcedureJars jars = ProcedureJars.load(List.of(jar));
        Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      assertEquals(List.of("count"), jars.names());
      jars.procedures().forEach(pipeline::register);
      for (long expected = 1; expected <= 3; expected++) {
        assertEquals(
            expected,
            pipeline.submit("count", "visits").toCompletableFuture().join().valueOrThrow());
      }
    }
  }

  @Test
  void anArgumentWithoutACodecIsRefused() throws IOException {
    String source =
        COUNT
            .formatted("\"count\"")
            .replace("<String, Long>", "<StringBuilder, Long>")
            .replace("String counter", "StringBuilder counter")
            .replace("\"counters\", counter", "\"counters\", counter.toString()");
    Path jar = CompiledJar.of(folder.resolve("builder.jar"), "example.Count", source);
    YardmasterException refused = refused(jar);
    assertSays(refused, "BAD_ARGUMENT");
    assertSays(refused, "java.lang.StringBuilder");
  }

  @Test
  void jarsDoNotSeeEachOther() throws IOException {
    try (ProcedureJars jars =
        ProcedureJars.load(
            List.of(countJar("one.jar", "\"one\""), countJar("two.jar", "\"two\"")))) {
      assertEquals(List.of("one", "two"), jars.names());
      List<Procedure<?, ?>> procedures = jars.procedures();
      assertEquals("example.Count", procedures.get(0).getClass().getName());
      assertEquals("example.Count", procedures.get(1).getClass().getName());
    }
  }

  @Test
  void noJarsHaveNoProcedures() {
    try (ProcedureJars jars = ProcedureJars.load(List.of())) {
      assertEquals(List.of(), jars.procedures());
    }
  }

  @Test
  void refusesFilesThatAreNoSuchJars() throws IOException {
    assertSays(refused(folder.resolve("missing.jar")), "no such jar");
    assertSays(refused(folder), "no such jar");
    assertSays(refused(Files.writeString(folder.resolve("text.jar"), "text")), "is no jar");
    Path empty = folder.resolve("empty.jar");
    CompiledJar.write(empty, folder.resolve("nothing"), null);
    assertSays(refused(empty), "META-INF/services/dev.yardmaster.api.Procedure");
    Path commented = folder.resolve("commented.jar");
    CompiledJar.write(commented, folder.resolve("nothing"), "# none yet");
    assertSays(refused(commented), "names no procedure of its own");
  }

  @Test
  void refusesProvidersThatAreNone() throws IOException {
    Path missing = folder.resolve("missing-class.jar");
    CompiledJar.write(missing, folder.resolve("nothing"), "example.Gone");
    assertSays(refused(missing), "example.Gone");
    assertSays(
        refused(
            CompiledJar.of(
                folder.resolve("other.jar"),
                "example.Other",
                "package example; public final class Other {}")),
        "example.Other");
    String throwing =
        COUNT
            .replace("class Count implements", "class Bad implements")
            .formatted("\"x\"")
            .replace(
                "  @Override\n  public String name",
                "  public Bad() { throw new IllegalStateException(\"no file\"); }\n"
                    + "  @Override\n  public String name");
    YardmasterException refused =
        refused(CompiledJar.of(folder.resolve("bad.jar"), "example.Bad", throwing));
    assertSays(refused, "example.Bad");
    assertSays(refused, "no file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "null", "\"yardmaster.count\"", "\"x\".repeat(129)"})
  void refusesNamesThatAServiceWouldRefuse(String nameExpression) throws IOException {
    Path jar = countJar("named.jar", nameExpression);
    YardmasterException refused = refused(jar);
    assertEquals("example.Count", refused.details().get("class"));
    try (ProcedureJar opened = ProcedureJar.open(jar);
        Pipeline pipeline = Pipeline.start(PipelineConfig.defaults())) {
      Procedure<?, ?> procedure = opened.load().get(0).procedure();
      assertEquals(
          ErrorCode.BAD_PROCEDURE,
          assertThrows(YardmasterException.class, () -> pipeline.register(procedure)).code());
    }
  }

  @Test
  void refusesANameThatThrows() throws IOException {
    YardmasterException refused = refused(countJar("throws.jar", "String.valueOf(1 / (0 & 1))"));
    assertEquals("example.Count", refused.details().get("class"));
  }

  @Test
  void refusesANameOfTwoJars() throws IOException {
    YardmasterException refused =
        refused(countJar("one.jar", "\"count\""), countJar("two.jar", "\"count\""));
    assertSays(refused, "taken by example.Count of " + folder.resolve("one.jar"));
    assertEquals("count", refused.details().get("name"));
  }
}
