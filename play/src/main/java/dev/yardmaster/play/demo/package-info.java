/**
 * The story of one hot key: the same load on a pipeline that does not reorder, on one that
 * reorders, and on one that also repairs, with the dashboard over all three.
 */
package dev.yardmaster.play.demo;
