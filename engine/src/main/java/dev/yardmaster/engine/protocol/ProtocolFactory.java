package dev.yardmaster.engine.protocol;

/**
 * Creates a concurrency control that has a name. The engine finds factories with {@code
 * ServiceLoader}. So users can select a protocol that is not part of the engine by its name, like
 * the engine's own protocols. An implementation needs a public constructor without parameters. Any
 * thread may call the methods.
 */
public interface ProtocolFactory {

  /**
   * Returns the name by which users choose the protocol, in lower case. The name must differ from
   * the names of all other protocols.
   */
  String name();

  /**
   * Creates the protocol for one engine. {@link Protocol#name} returns the same name.
   *
   * @param workers the maximum number of workers of the engine
   */
  Protocol create(int workers);
}
