package dev.yardmaster.proof.simulator.scenario;

import dev.yardmaster.proof.simulator.disk.CrashStyle;
import dev.yardmaster.proof.simulator.disk.DiskFault;
import java.util.SplittableRandom;

/**
 * How one life (the time between two starts) of a durable service ends suddenly.
 *
 * @param fault the fault of the disk. The operation of the fault is counted from the start of the
 *     life, so the fault may occur during recovery. Null if the life ends between two steps of the
 *     schedule
 * @param step the number of steps after which the life ends, if no fault ends the life earlier
 * @param style which of the written data the next life finds on the disk
 */
public record CrashPlan(DiskFault fault, int step, CrashStyle style) {

  private static final int MAX_OPERATION = 300;
  private static final int MAX_STEP = 100_000;
  private static final CrashStyle[] STYLES = CrashStyle.values();

  /**
   * Draws a plan for the end of a life.
   *
   * @param machine whether the machine may crash; otherwise only the process ends, and its writes
   *     remain readable
   */
  static CrashPlan draw(SplittableRandom random, boolean machine) {
    CrashStyle style = machine ? STYLES[random.nextInt(STYLES.length)] : CrashStyle.KEPT;
    DiskFault.Kind kind =
        switch (random.nextInt(8)) {
          case 0 -> DiskFault.Kind.NO_SPACE;
          case 1 -> machine ? DiskFault.Kind.IO_ERROR : DiskFault.Kind.IO_ERROR_UNSEEN;
          case 2 -> DiskFault.Kind.IO_ERROR_UNSEEN;
          default -> DiskFault.Kind.CRASH;
        };
    int operation = logUniform(random, MAX_OPERATION);
    int step = logUniform(random, MAX_STEP);
    boolean atStep = kind == DiskFault.Kind.CRASH && random.nextInt(4) == 0;
    return new CrashPlan(atStep ? null : new DiskFault(operation, kind), step, style);
  }

  private static int logUniform(SplittableRandom random, int max) {
    return (int) Math.exp(random.nextDouble() * Math.log(max));
  }

  /** Returns whether the fault is a disk error, after which the process still runs. */
  public boolean isDiskError() {
    return fault != null && fault.kind() != DiskFault.Kind.CRASH;
  }

  /** Returns a text with the event that ends the life, and its time. */
  String inWords() {
    String when = fault == null ? " at step " + step : " at disk operation " + fault.operation();
    String what = isDiskError() ? fault.kind() + ", then " + style : style.name();
    return what + when;
  }
}
