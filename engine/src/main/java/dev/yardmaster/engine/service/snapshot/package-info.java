/**
 * The read-only snapshots, under protocols that keep old versions. Start reading at {@link
 * dev.yardmaster.engine.service.snapshot.EngineSnapshots}, which owns the workers for snapshots.
 * Each open snapshot has one of these workers, and its own thread.
 */
@NullMarked
package dev.yardmaster.engine.service.snapshot;

import org.jspecify.annotations.NullMarked;
