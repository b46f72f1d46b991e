package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.MeteredAgent.Role;
import dev.yardmaster.processor.ThreadLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.Agent;

/** Which agents of a pipeline run together, and in which order, as its own threads have them. */
final class Crew {

  private static final Set<Role> VALIDATION =
      EnumSet.of(Role.PREPARER, Role.REORDERER, Role.VALIDATOR);

  private Crew() {}

  /** The agents of each core; in a layout that is resolved. */
  static List<List<Agent>> of(List<Agent> agents, ThreadLayout layout) {
    return switch (layout) {
      case SHARED ->
          List.of(
              together(
                  agents,
                  EnumSet.of(Role.TUNER),
                  EnumSet.of(Role.COORDINATOR),
                  VALIDATION,
                  EnumSet.of(Role.COORDINATOR),
                  EnumSet.of(Role.STORAGE)));
      case SPLIT ->
          List.of(
              together(
                  agents,
                  EnumSet.of(Role.TUNER),
                  EnumSet.of(Role.COORDINATOR),
                  EnumSet.of(Role.STORAGE)),
              together(agents, VALIDATION));
      case DEDICATED -> dedicated(agents);
      case AUTO -> throw new IllegalArgumentException("how many cores there are is to be said");
    };
  }

  private static List<List<Agent>> dedicated(List<Agent> agents) {
    List<List<Agent>> each = new ArrayList<>();
    List<Agent> first = together(agents, EnumSet.of(Role.TUNER));
    for (Agent agent : agents) {
      if (Role.of(agent) != Role.TUNER) {
        List<Agent> alone = new ArrayList<>(each.isEmpty() ? first : List.of());
        alone.add(agent);
        each.add(alone);
      }
    }
    return each;
  }

  @SafeVarargs
  private static List<Agent> together(List<Agent> agents, Set<Role>... roles) {
    List<Agent> all = new ArrayList<>();
    for (Set<Role> each : roles) {
      agents.stream().filter(agent -> each.contains(Role.of(agent))).forEach(all::add);
    }
    return all;
  }
}
