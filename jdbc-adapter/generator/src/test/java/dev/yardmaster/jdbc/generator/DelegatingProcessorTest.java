package dev.yardmaster.jdbc.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler.CompilationTask;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles small classes with the processor, and runs the generated classes. */
class DelegatingProcessorTest {
  private static final String HEAD =
      "package house; import dev.yardmaster.jdbc.generator.Delegating;"
          + " import java.util.*; import java.util.function.*;\n";

  private static final String DOOR =
      """
      public interface Door extends AutoCloseable {
        String open(String key);

        default String open(int code) {
          return "default";
        }

        Object look(Object through) throws java.io.IOException;

        void paint(int side, String colour);

        void paint(int side, long colour);

        void knock();

        <T> T as(Class<T> type);

        @Override
        void close();

        static Door none() {
          return null;
        }
      }
      """;

  /** A vendor's class: a door that records its calls and returns the record as its result. */
  private static final String VENDOR =
      """
      public record Noted(List<String> log) implements Door {
        private String note(String call) {
          log.add(call);
          return call;
        }

        public String open(String key) { return note("open " + key); }
        public String open(int code) { return note("open by " + code); }
        public Object look(Object through) { return note("look " + through); }
        public void paint(int side, String colour) { note("paint " + side + " " + colour); }
        public void paint(int side, long colour) { note("paint " + side + " number " + colour); }
        public void knock() { note("knock"); }
        public <T> T as(Class<T> type) { note("as " + type.getSimpleName()); return null; }
        public void close() { note("close"); }
      }
      """;

  @TempDir private Path classes;

  private static JavaFileObject file(String text) {
    String name =
        text.replaceFirst("(?s).*?public \\w*\\s*(?:class|interface|record) (\\w+).*", "$1");
    return new SimpleJavaFileObject(
        URI.create("string:///house/" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return HEAD + text;
      }
    };
  }

  /** Compiles sources together with the door, and returns the compiler's messages. */
  private String compile(String... sources) {
    StringWriter said = new StringWriter();
    List<String> options =
        List.of(
            "--release=17",
            "-Xlint:all,-processing",
            "-Werror",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    CompilationTask task =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                said,
                null,
                null,
                options,
                null,
                Stream.concat(Stream.of(DOOR, VENDOR), Stream.of(sources))
                    .filter(source -> !source.isEmpty())
                    .map(DelegatingProcessorTest::file)
                    .toList());
    task.setProcessors(List.of(new DelegatingProcessor()));
    assertEquals(task.call(), said.toString().isEmpty(), said::toString);
    return said.toString();
  }

  /**
   * Returns the vendor's record and the caller's results when these statements run on a {@code
   * door}.
   */
  private List<?> run(String hall, String statements) throws Exception {
    return run("", hall, statements);
  }

  private List<?> run(String house, String hall, String statements) throws Exception {
    String caller =
        """
        public class Caller {
          public static List<String> call() throws Exception {
            List<String> log = new ArrayList<>();
            Door door = new DelegatingHall(log, new Noted(log));
            %s
            return log;
          }
        }
        """
            .formatted(statements);
    assertEquals("", compile(house, hall, caller));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      return (List<?>) loader.loadClass("house.Caller").getMethod("call").invoke(null);
    }
  }

  private static String hall(String body) {
    return """
    @Delegating
    public abstract class Hall implements Door {
      final List<String> log;

      Hall(List<String> log, Door vendor) {
        this.log = log;
      }

      %s
    }
    """
        .formatted(body);
  }

  @Test
  void everyMethodThatIsNotWrittenCallsTheVendors() throws Exception {
    assertEquals(
        List.of(
            "open by 7",
            "look me",
            "paint 1 red",
            "paint 2 number 3",
            "as String",
            "close",
            "ours x"),
        run(
            hall(
                """
                @Override
                public String open(String key) {
                  log.add("ours " + key);
                  return key;
                }

                @Override
                public void knock() {}
                """),
            """
            door.open(7);
            door.look("me");
            door.paint(1, "red");
            door.paint(2, 3);
            door.as(String.class);
            door.close();
            door.knock();
            door.open("x");
            """));
  }

  @Test
  void argumentsAndAnswersOfATypeGoThroughOneMethod() throws Exception {
    assertEquals(
        List.of("look <me>", "got look <me>!", "open key", "got open key? of key"),
        run(
            hall(
                """
                @Delegating.Argument
                Object given(Object argument) {
                  return "<" + argument + ">";
                }

                @Delegating.Answer
                Object answered(Object answer) {
                  return answer + "!";
                }

                @Delegating.Answer
                String answered(String answer, String key) {
                  return answer + "? of " + key;
                }
                """),
            """
            log.add("got " + door.look("me"));
            log.add("got " + door.open("key"));
            """));
  }

  @Test
  void callsAreMadeByAMethodAroundThem() throws Exception {
    assertEquals(
        List.of("before", "open by 1", "before key", "open key", "look me"),
        run(
            hall(
                """
                @Delegating.Around("open")
                <T> T around(Supplier<T> call) {
                  log.add("before");
                  return call.get();
                }

                @Delegating.Around("open")
                <T> T around(String key, Supplier<T> call) {
                  log.add("before " + key);
                  return call.get();
                }
                """),
            """
            door.open(1);
            door.open("key");
            door.look("me");
            """));
  }

  /**
   * The generated code must choose the same overload as the compiler chooses for a handwritten
   * call.
   */
  @Test
  void aMethodIsCalledAfterVoidOnes() throws Exception {
    assertEquals(
        List.of("paint 1 red", "text red", "paint 2 number 3", "after 3", "knock"),
        run(
            hall(
                """
                @Delegating.After("paint")
                void painted(int side, Object colour) {
                  log.add("after " + colour);
                }

                @Delegating.After("paint")
                void painted(int side, String colour) {
                  log.add("text " + colour);
                }
                """),
            """
            door.paint(1, "red");
            door.paint(2, 3);
            door.knock();
            """));
  }

  @Test
  void whatASuperclassHasIsInherited() throws Exception {
    String house =
        """
        public abstract class House implements Door {
          @Override
          public void knock() {}

          @Delegating.Answer
          String answered(String answer) {
            return answer + "!";
          }
        }
        """;
    assertEquals(
        List.of("open by 1", "open by 1!"),
        run(
            house,
            hall("").replace("implements Door", "extends House"),
            """
            log.add(door.open(1));
            door.knock();
            """));
  }

  @Test
  void aMethodThatNothingCallsIsAMistake() {
    String said =
        compile(
            hall(
                """
                @Delegating.Around("opne")
                <T> T around(Supplier<T> call) {
                  return call.get();
                }
                """));
    assertTrue(said.contains("nothing calls <T>around"), said);
  }

  @Test
  void aClassWithoutAVendorIsAMistake() {
    String said = compile(hall("").replace("Door vendor", "Door other"));
    assertTrue(said.contains("the constructor has no parameter vendor"), said);
  }
}
