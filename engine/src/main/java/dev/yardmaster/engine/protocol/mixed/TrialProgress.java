package dev.yardmaster.engine.protocol.mixed;

/**
 * How far the trials of a {@link Mixed} are.
 *
 * @param ended the number of trials that have ended
 * @param untilChange the number of trials that had been started when the choice last changed: when
 *     a trial was better, or when the best known choice for another density of conflicts was
 *     restored; 0 if the choice is the first one
 */
public record TrialProgress(long ended, long untilChange) {

  static final TrialProgress NONE = new TrialProgress(0, 0);
}
