package dev.yardmaster.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field that more than one thread accesses, or a class if all its fields are accessed in
 * the same way. The tables of {@code docs/synchronization.md} are generated from these marks.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Shared {

  /** The threads that write the field. */
  String writers();

  /** The threads that read the field. */
  String readers();

  /**
   * The mechanism that orders the accesses, for example volatile, release and acquire, a lock, or a
   * queue with its bound.
   */
  String access();
}
