package dev.yardmaster.benchmarks.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that every field that several threads share has the annotation {@code @Shared}, and that
 * {@code docs/synchronization.md} contains the table of these annotations. {@code mvn test -pl
 * benchmarks -am -Dtest=SharedFieldsTest -Dshared.write=true
 * -Dsurefire.failIfNoSpecifiedTests=false} writes the table.
 */
class SharedFieldsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path PAGE = ROOT.resolve("docs/synchronization.md");
  private static final String BEGIN = "<!-- generated from @Shared -->\n";
  private static final String END = "<!-- end -->\n";
  private static final String PACKAGES = "dev.yardmaster.";

  private static final List<String> MODULES =
      List.of(
          "api",
          "history",
          "service",
          "trials",
          "storage",
          "storage-hbase",
          "validator",
          "processor",
          "replication",
          "engine",
          "wire",
          "client-sdk",
          "server",
          "play",
          "jdbc-adapter");

  /** The types that are only used for access by several threads. */
  private static final Pattern SHARED_TYPES =
      Pattern.compile(
          "(Atomic\\w+|LongAdder|Concurrent\\w+|CopyOnWrite\\w+|Semaphore|CountDownLatch"
              + "|\\w*BlockingQueue|[MS]p[ms]c\\w*Queue|ManyToOne\\w+)\\b.*");

  /** For each package, the rows of the table of shared fields, ordered by file and field. */
  private static final Map<String, List<String>> ROWS = new TreeMap<>();

  private static final List<String> UNMARKED = new ArrayList<>();

  @BeforeAll
  static void parse() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      for (CompilationUnitTree unit : task.parse()) {
        unit.accept(new Fields(packageOf(unit)), null);
      }
    }
  }

  private static String packageOf(CompilationUnitTree unit) {
    String name = unit.getPackageName().toString();
    return name.equals("dev.yardmaster") ? name : name.substring(PACKAGES.length());
  }

  @Test
  void sharedFieldsAreMarked() {
    assertEquals(List.of(), UNMARKED, "fields that threads share have no @Shared");
  }

  @Test
  void thePageHasTheMarks() throws IOException {
    StringBuilder table = new StringBuilder();
    ROWS.forEach(
        (name, rows) -> {
          table.append("\n### `").append(name).append("`\n\n");
          table.append("| field | writers | readers | access |\n|---|---|---|---|\n");
          rows.forEach(table::append);
        });
    table.append('\n');
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END, begin);
    if (Boolean.getBoolean("shared.write")) {
      page = page.substring(0, begin) + table + page.substring(end);
      Files.writeString(PAGE, page);
      end = begin + table.length();
    }
    assertEquals(table.toString(), page.substring(begin, end));
  }

  /** Collects the annotations in a file, and the shared fields without an annotation. */
  private static final class Fields extends TreeScanner<Void, Void> {

    private final String packageName;
    private final Deque<String> classes = new ArrayDeque<>();
    private final Deque<Boolean> marked = new ArrayDeque<>();

    Fields(String packageName) {
      this.packageName = packageName;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      classes.addLast(type.getSimpleName().toString());
      Optional<AnnotationTree> mark = mark(type.getModifiers());
      mark.ifPresent(found -> addRow("all fields", found));
      marked.addLast(mark.isPresent() || marked.contains(true));
      for (Tree member : type.getMembers()) {
        if (member instanceof VariableTree field) {
          visitField(field);
        } else {
          scan(member, null);
        }
      }
      marked.removeLast();
      classes.removeLast();
      return null;
    }

    private void visitField(VariableTree field) {
      Optional<AnnotationTree> mark = mark(field.getModifiers());
      String name = field.getName().toString();
      mark.ifPresent(found -> addRow(name, found));
      String type = String.valueOf(field.getType());
      boolean isShared =
          field.getModifiers().getFlags().contains(Modifier.VOLATILE)
              || SHARED_TYPES.matcher(type.substring(type.lastIndexOf('.') + 1)).matches();
      if (isShared && mark.isEmpty() && !marked.getLast()) {
        UNMARKED.add(packageName + '.' + String.join(".", classes) + '.' + name);
      }
    }

    private void addRow(String field, AnnotationTree mark) {
      Map<String, String> values = new TreeMap<>();
      for (ExpressionTree argument : mark.getArguments()) {
        AssignmentTree assignment = (AssignmentTree) argument;
        values.put(assignment.getVariable().toString(), text(assignment.getExpression()));
      }
      ROWS.computeIfAbsent(packageName, name -> new ArrayList<>())
          .add(
              String.format(
                  "| `%s`%s | %s | %s | %s |%n",
                  field.equals("all fields")
                      ? String.join(".", classes)
                      : String.join(".", classes) + '.' + field,
                  field.equals("all fields") ? ", all fields" : "",
                  values.get("writers"),
                  values.get("readers"),
                  values.get("access")));
    }

    private static Optional<AnnotationTree> mark(ModifiersTree modifiers) {
      return modifiers.getAnnotations().stream()
          .filter(found -> found.getAnnotationType().toString().equals("Shared"))
          .map(AnnotationTree.class::cast)
          .findAny();
    }

    /** Returns the text of a literal, or of concatenated literals. */
    private static String text(ExpressionTree expression) {
      if (expression instanceof BinaryTree sum) {
        return text(sum.getLeftOperand()) + text(sum.getRightOperand());
      }
      return (String) ((LiteralTree) expression).getValue();
    }
  }
}
