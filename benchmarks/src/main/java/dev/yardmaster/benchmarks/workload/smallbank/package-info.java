/** SmallBank: a bank whose total must come out to the cent after every run. */
package dev.yardmaster.benchmarks.workload.smallbank;
