package dev.yardmaster.engine.protocol.mixed;

/**
 * The progress of the trials of a {@link Mixed}.
 *
 * @param ended the number of trials that have ended
 * @param untilChange the number of trials that had been started when the choice last changed; 0
 *     while the first choice is in use. The choice changes when a trial was better, and when the
 *     best known choice for another density of conflicts is restored
 */
public record TrialProgress(long ended, long untilChange) {

  static final TrialProgress NONE = new TrialProgress(0, 0);
}
