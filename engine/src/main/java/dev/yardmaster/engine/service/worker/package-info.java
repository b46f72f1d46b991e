/**
 * The workers of a service, which all kinds of transactions use. A {@link
 * dev.yardmaster.engine.service.worker.ServiceWorker} is a worker of the engine with its commit
 * point, its deadlines and its counter of conflicts; one thread at a time uses it. {@link
 * dev.yardmaster.engine.service.worker.ServiceWorkers}, where a reader starts, creates all workers
 * of a service, and {@link dev.yardmaster.engine.service.worker.ServiceWorkerPool} lends some of
 * them to callers' threads.
 */
@NullMarked
package dev.yardmaster.engine.service.worker;

import org.jspecify.annotations.NullMarked;
