/**
 * The commit of a service's transactions. A {@link
 * dev.yardmaster.engine.service.commit.CommitPoint} draws the version before the writes become
 * visible, and the {@link dev.yardmaster.engine.service.commit.Acknowledger} returns an outcome
 * after the commits on which it depends are on disk.
 */
package dev.yardmaster.engine.service.commit;
