/**
 * An annotation processor that generates delegating classes. A class that implements an interface
 * of some 200 methods then contains code only for the methods that need special treatment. {@link
 * dev.yardmaster.jdbc.generator.Delegating} specifies the generated code.
 *
 * <p>The processor reads the interfaces through the compiler, which knows them as of the target
 * release. In the running JDK, the interfaces may have more methods. The processor owns no thread.
 */
package dev.yardmaster.jdbc.generator;
