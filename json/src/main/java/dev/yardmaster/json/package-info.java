/**
 * JSON as the encoding of arguments, results and values. The module is separate, so that only
 * programs that use it need Jackson. The package owns no thread.
 */
@NullMarked
package dev.yardmaster.json;

import org.jspecify.annotations.NullMarked;
