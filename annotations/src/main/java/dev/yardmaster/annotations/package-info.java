/** Annotations from which documentation is generated. */
package dev.yardmaster.annotations;
