package dev.yardmaster.benchmarks.run;

import java.nio.file.Path;

/**
 * The files of the histories of an experiment's rounds. Each round records its history in a file.
 * The file is then checked for strict serializability.
 *
 * @param folder the folder of the files, which exists
 * @param kept whether files are kept after the check; files with an anomaly are always kept
 */
public record Histories(Path folder, boolean kept) {

  /** Returns the file of one round. */
  Path file(String workload, PipelineSide side, int repeat) {
    String label = side.label().replaceAll("[^A-Za-z0-9+@-]", "-");
    return folder.resolve(workload + "-" + label + "-" + repeat + ".history");
  }
}
