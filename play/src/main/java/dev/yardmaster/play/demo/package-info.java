/**
 * A demonstration of one hot key. The same load runs on a pipeline that does not reorder, on a
 * pipeline that reorders, and on a pipeline that also repairs. The dashboard shows all three.
 */
package dev.yardmaster.play.demo;
