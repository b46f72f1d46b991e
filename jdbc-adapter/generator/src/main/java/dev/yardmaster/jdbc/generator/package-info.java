/**
 * An annotation processor that generates delegating classes, so that an interface of some 200
 * methods needs no line for a method without special treatment. {@link
 * dev.yardmaster.jdbc.generator.Delegating} specifies the generated code.
 *
 * <p>The processor runs in the compiler, which knows the interfaces of the target release; the
 * running JDK's interfaces may have more methods. It owns no thread.
 */
package dev.yardmaster.jdbc.generator;
