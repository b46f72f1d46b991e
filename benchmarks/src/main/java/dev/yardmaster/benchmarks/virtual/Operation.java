package dev.yardmaster.benchmarks.virtual;

/** What agents of a pipeline do that costs time; {@link PipelineCosts} says how much. */
enum Operation {
  /** A duty cycle that found nothing to do. */
  IDLE_CYCLE,
  /** A duty cycle of a coordinator that found something. */
  COORDINATION,
  /** A message that a coordinator takes: what was read, what was decided, what is installed. */
  MESSAGE,
  /** A run begun by a coordinator: its keys declared and asked for. */
  RUN,
  /** Logic run by a coordinator, and its outcome sent to be validated. */
  EXECUTION,
  /** A commit at its coordinator: its writes sent, its caller answered. */
  COMMIT,
  /** A duty cycle of a storage worker that found something. */
  STORAGE_BATCH,
  /** A key read at storage. */
  STORED_READ,
  /** A key written at storage. */
  STORED_WRITE,
  /** A request put into a batch, or taken by a validator that makes none. */
  REQUEST,
  /** A batch handed from stage to stage, and begun and ended there. */
  BATCH,
  /** A read looked up before a batch is reordered. */
  PRE_VALIDATED_READ,
  /** A transaction put into a conflict graph, solved and ordered. */
  REORDERED,
  /** An edge of a conflict graph whose smallest set is sought. */
  EDGE,
  /** An edge of a conflict graph that a greedy algorithm works on. */
  GREEDY_EDGE,
  /** A batch whose search ended with its budget. */
  SEARCH,
  /** A read looked up at the final validation. */
  VALIDATED_READ,
  /** A write recorded there. */
  VALIDATED_WRITE,
  /** A transaction run again there. */
  REPAIR,
  /** A message from another core: its cache lines have to come from there. */
  REMOTE_MESSAGE
}
