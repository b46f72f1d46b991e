package dev.yardmaster.benchmarks.run;

import java.nio.file.Path;

/**
 * Where the histories of an experiment's rounds go. Each is recorded into a file and checked for
 * strict serializability.
 *
 * @param folder the folder of the files, which exists
 * @param kept whether the files stay; files with an anomaly stay in any case
 */
public record Histories(Path folder, boolean kept) {

  /** Returns the file of one round. */
  Path file(String workload, PipelineSide side, int repeat) {
    String label = side.label().replaceAll("[^A-Za-z0-9+@-]", "-");
    return folder.resolve(workload + "-" + label + "-" + repeat + ".history");
  }
}
