/**
 * An annotation processor that generates delegating classes. With this processor, a class that
 * implements an interface of some 200 methods contains code only for the methods that need special
 * treatment. {@link dev.yardmaster.jdbc.generator.Delegating} specifies the generated code.
 *
 * <p>The processor gets the interfaces from the compiler, in the version of the target Java
 * release. In the running JDK, the interfaces may have more methods. The processor owns no thread.
 */
package dev.yardmaster.jdbc.generator;
