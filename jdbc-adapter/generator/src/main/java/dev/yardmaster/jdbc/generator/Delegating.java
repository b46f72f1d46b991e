package dev.yardmaster.jdbc.generator;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an abstract class for which the processor generates a subclass. The subclass is named
 * {@code Delegating} followed by the name of the class. The subclass implements each method of the
 * class's interfaces, including default methods, unless the class or a superclass implements the
 * method. A generated method calls the method with the same signature on the constructor's
 * parameter {@code vendor}.
 *
 * <p>A method of the abstract class that has one of the annotations below is a rule for many
 * generated methods. The documentation of each annotation says what some parameters of the
 * annotated method receive. The remaining parameters receive the first arguments of the generated
 * method, so the rule applies only to generated methods whose first parameters have the same types.
 * The annotated method may be inherited and overloaded. Of the overloads that fit, the generated
 * code calls the overload with the most parameters.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Delegating {

  /**
   * The annotated method converts arguments that have the type of its first parameter. The vendor
   * receives the converted argument.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Argument {}

  /**
   * The annotated method gets a lambda, which calls the vendor's method, as its last argument. The
   * annotated method runs the lambda, and returns the result of the call.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Around {
    /** The rule applies to generated methods whose names begin with this prefix. */
    String value();
  }

  /**
   * The annotated method converts results that have the type of its first parameter. The caller
   * gets the converted result.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Answer {}

  /**
   * The generated code calls the annotated method after a void method of the vendor has returned.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface After {
    /** The rule applies to generated methods whose names begin with this prefix. */
    String value();
  }
}
