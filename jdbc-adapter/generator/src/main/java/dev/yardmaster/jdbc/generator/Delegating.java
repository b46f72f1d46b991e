package dev.yardmaster.jdbc.generator;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An abstract class that is completed by a generated one, {@code Delegating} before its own name,
 * which extends it. Every method of its interfaces that neither it nor a superclass has is there,
 * default methods too, and calls the same method of the constructor's parameter {@code vendor}.
 *
 * <p>What is to happen at many methods is said once, by a method with one of the annotations below.
 * Parameters of it that no annotation speaks of get the first arguments of the delegating method,
 * and it is called where they can. It may be inherited, and may be overloaded: of those that fit
 * the one with the most parameters is called.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Delegating {

  /**
   * Arguments of the type of its first parameter go through it; the vendor gets what it returns.
   */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Argument {}

  /** It makes the vendor's call, its last parameter, a lambda, and returns the answer. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Around {
    /** What the names of the methods begin with. */
    String value();
  }

  /** Answers of the type of its first parameter go through it; the caller gets what it returns. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface Answer {}

  /** It is called once the vendor has returned from a method without an answer. */
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.SOURCE)
  @interface After {
    /** What the names of the methods begin with. */
    String value();
  }
}
