package dev.yardmaster.stress;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;

/**
 * Runs stress tests one after another in this process, as {@link org.openjdk.jcstress.ForkedMain}
 * does with one test. Reads the number of the tests and their configurations from standard input,
 * and appends each result to the file that the argument names.
 */
final class SharedJvm {

  private SharedJvm() {}

  public static void main(String[] arguments) throws IOException {
    DataInputStream configs = new DataInputStream(System.in);
    try (DataOutputStream results =
        new DataOutputStream(Files.newOutputStream(Path.of(arguments[0])))) {
      int count = configs.readInt();
      for (int i = 0; i < count; i++) {
        if (!run(new ForkedTestConfig(configs), results)) {
          Runtime.getRuntime().halt(1); // The actors of a test that has not ended still run.
        }
      }
    }
    System.exit(0);
  }

  /** Returns whether all actors have ended. */
  private static boolean run(ForkedTestConfig config, DataOutputStream results) throws IOException {
    boolean ended = true;
    TestResult result;
    try {
      Runner<?> runner =
          Class.forName(config.generatedRunnerName)
              .asSubclass(Runner.class)
              .getConstructor(ForkedTestConfig.class)
              .newInstance(config);
      result = runner.run();
      ended = !runner.forceExit();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      result = new TestResult(Status.TEST_ERROR);
      result.addMessages(e);
    }
    result.write(results);
    results.flush();
    return ended;
  }
}
