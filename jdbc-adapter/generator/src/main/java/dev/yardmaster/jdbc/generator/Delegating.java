package dev.yardmaster.jdbc.generator;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an abstract class for which the processor generates a subclass, {@code Delegating} before
 * the class's name. The subclass implements every method of the class's interfaces, default methods
 * included, that neither the class nor a superclass implements; the generated method calls the same
 * method of the constructor's parameter {@code vendor}.
 *
 * <p>A method with one of the annotations below states a rule for many generated methods.
 * Parameters of the annotated method that its annotation does not describe receive the first
 * arguments of the generated method; the rule applies to generated methods whose arguments fit. The
 * annotated method may be inherited and overloaded: of the overloads that fit, the one with the
 * most parameters is called.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Delegating {

  /**
   * Converts arguments whose type is that of the method's first parameter; the vendor receives the
   * result.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Argument {}

  /** Makes the vendor's call, a lambda passed as the last parameter, and returns its result. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Around {
    /** The prefix of the generated methods' names. */
    String value();
  }

  /**
   * Converts results whose type is that of the method's first parameter; the caller gets the
   * result.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Answer {}

  /** Called after a void method of the vendor has returned. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface After {
    /** The prefix of the generated methods' names. */
    String value();
  }
}
