/**
 * An annotation processor that writes classes of nothing but delegation, so that an interface of
 * some 200 methods takes no line where a method is not special. {@link
 * dev.yardmaster.jdbc.generator.Delegating} says what is written.
 *
 * <p>It runs within the compiler, which knows the interfaces of the release that is compiled for;
 * those of the JDK that happens to run may have more methods. It owns no thread.
 */
package dev.yardmaster.jdbc.generator;
