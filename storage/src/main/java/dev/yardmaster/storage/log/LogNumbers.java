package dev.yardmaster.storage.log;

import dev.yardmaster.api.setting.NumberSetting;

/**
 * The ranges and defaults of a log's numeric settings. This class is the only place that defines
 * them.
 */
public final class LogNumbers {

  public static final NumberSetting SEGMENT_BYTES =
      NumberSetting.of("segmentBytes", "bytes", 1L << 16, 1L << 30, 16L << 20)
          .describedAs("Length of a segment of the commit log.");
  public static final NumberSetting CHECKPOINT_BYTES =
      NumberSetting.of("checkpointBytes", "bytes", 1L << 16, 1L << 40, 128L << 20)
          .describedAs("Growth of the log after which the next checkpoint is written.");

  public static final NumberSetting LOSS =
      NumberSetting.of("lossMs", "ms", 1, 60_000, 10)
          .describedAs(
              "With asynchronous durability, the age of the oldest acknowledged but unforced"
                  + " commit at which the log is forced to disk. A crash of the machine loses"
                  + " the unforced commits.");

  private LogNumbers() {}
}
