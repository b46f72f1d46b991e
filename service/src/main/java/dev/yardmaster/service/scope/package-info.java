/**
 * Scopes for the code of a called procedure, for example the current span of a trace. A call
 * without a scope does not use the classes of this package. The package owns no thread.
 */
package dev.yardmaster.service.scope;
