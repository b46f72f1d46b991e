package dev.yardmaster.engine.protocol.mixed;

/**
 * One trial of the chooser: one class of partitions changes to the next or the previous protocol in
 * the list of the mix.
 */
enum ChooserStep {
  LOCAL_NEXT(PartitionClass.LOCAL, 1),
  LOCAL_PREVIOUS(PartitionClass.LOCAL, -1),
  CROSS_NEXT(PartitionClass.CROSS, 1),
  CROSS_PREVIOUS(PartitionClass.CROSS, -1),
  LOCAL_READ_NEXT(PartitionClass.LOCAL_READ, 1),
  LOCAL_READ_PREVIOUS(PartitionClass.LOCAL_READ, -1),
  CROSS_READ_NEXT(PartitionClass.CROSS_READ, 1),
  CROSS_READ_PREVIOUS(PartitionClass.CROSS_READ, -1);

  final PartitionClass of;
  final int by;

  ChooserStep(PartitionClass of, int by) {
    this.of = of;
    this.by = by;
  }

  /** Returns the change in the opposite direction. */
  ChooserStep reverse() {
    return values()[ordinal() ^ 1];
  }
}
