/** Marks in the source code from which documentation is generated. */
package dev.yardmaster.annotations;
