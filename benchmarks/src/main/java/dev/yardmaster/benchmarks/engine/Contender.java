package dev.yardmaster.benchmarks.engine;

import java.util.List;

/**
 * A side with what it runs, which may differ from what others in the same comparison run: tables
 * that are divided otherwise, say.
 *
 * @param label tells it from the others
 * @param setup whose sides do not matter
 */
public record Contender(String label, EngineSide side, EngineSetup setup) {

  /** The sides of a setup. */
  static List<Contender> of(EngineSetup setup) {
    return setup.sides().stream().map(side -> new Contender(side.label(), side, setup)).toList();
  }
}
