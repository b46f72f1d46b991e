package dev.yardmaster.storage.log;

import dev.yardmaster.api.setting.NumberSetting;

/**
 * The numbers among the settings of a log. This class is the only place that defines these numbers.
 */
public final class LogNumbers {

  public static final NumberSetting SEGMENT_BYTES =
      NumberSetting.of("segmentBytes", "bytes", 1L << 16, 1L << 30, 16L << 20)
          .describedAs("Length of a segment of the commit log.");
  public static final NumberSetting CHECKPOINT_BYTES =
      NumberSetting.of("checkpointBytes", "bytes", 1L << 16, 1L << 40, 128L << 20)
          .describedAs("Growth of the log after which the next checkpoint is written.");

  private LogNumbers() {}
}
