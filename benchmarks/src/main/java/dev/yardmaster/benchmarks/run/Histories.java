package dev.yardmaster.benchmarks.run;

import java.nio.file.Path;

/**
 * What becomes of the histories of an experiment's rounds: each is recorded into a file and checked
 * for strict serializability.
 *
 * @param folder where the files go; it exists
 * @param kept whether the files stay; those in which something is wrong do in any case
 */
public record Histories(Path folder, boolean kept) {

  /** The file of one round. */
  Path file(String workload, PipelineSide side, int repeat) {
    String label = side.label().replaceAll("[^A-Za-z0-9+@-]", "-");
    return folder.resolve(workload + "-" + label + "-" + repeat + ".history");
  }
}
