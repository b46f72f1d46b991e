/**
 * An annotation processor that generates delegating classes. With this processor, a class that
 * implements an interface of some 200 methods needs no line for a method without special treatment.
 * {@link dev.yardmaster.jdbc.generator.Delegating} specifies the generated code.
 *
 * <p>The processor runs in the compiler, which knows the interfaces of the target release. The
 * interfaces of the running JDK may have more methods. The processor owns no thread.
 */
package dev.yardmaster.jdbc.generator;
