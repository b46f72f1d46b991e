/** The micro-benchmark of the batching paper, section 5: five reads and five writes of objects. */
package dev.yardmaster.benchmarks.workload.micro;
