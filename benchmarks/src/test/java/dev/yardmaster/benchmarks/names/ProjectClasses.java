package dev.yardmaster.benchmarks.names;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;

/**
 * All classes of this project except tests, which ArchUnit reads once for all tests. According to
 * {@code archunit.properties}, it does not read the classes of libraries, of which the tests need
 * only the names.
 */
public final class ProjectClasses {

  /** The classes. */
  public static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.yardmaster");

  private ProjectClasses() {}

  /** Returns the classes of a package and of the packages below it. */
  public static Stream<JavaClass> below(String packageName) {
    return ALL.stream().filter(type -> (type.getPackageName() + '.').startsWith(packageName + '.'));
  }
}
