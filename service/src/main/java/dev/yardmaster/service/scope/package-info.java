/**
 * What surrounds the code of a called procedure, such as the current span of a trace. A call
 * without a scope runs without the classes of this package. The package owns no thread.
 */
package dev.yardmaster.service.scope;
