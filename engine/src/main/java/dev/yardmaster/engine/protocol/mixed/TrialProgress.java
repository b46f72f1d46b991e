package dev.yardmaster.engine.protocol.mixed;

/**
 * The progress of the trials of a {@link Mixed}.
 *
 * @param ended the number of trials that have ended
 * @param untilChange the number of trials that had been started when the choice last changed,
 *     because a trial was better, or because the best known choice for another density of conflicts
 *     was restored; 0 while the first choice is in use
 */
public record TrialProgress(long ended, long untilChange) {

  static final TrialProgress NONE = new TrialProgress(0, 0);
}
